import { RESEND_WAITS_SECONDS } from '../../../contract/limits.ts'
import type { LoginOption } from './login-option.ts'

/** How often this tab has had a code sent to a number, and when the next one may be asked for. */
export interface CodeSends {
  phone: string
  count: number
  /** Milliseconds since the epoch. */
  next_at: number
  /** What the last send answered: its code is on its way. */
  option?: LoginOption | undefined
}

/** The sends after one more to this number; each waits longer than the last. */
export function afterSend(
  sends: CodeSends | undefined,
  option: LoginOption,
  now: number,
): CodeSends {
  const { phone } = option
  const count = (sends?.phone === phone ? sends.count : 0) + 1
  const wait = RESEND_WAITS_SECONDS[count - 1] ?? RESEND_WAITS_SECONDS.at(-1) ?? 0
  return { phone, count, next_at: now + wait * 1000, option }
}

/** The send to this number that is so fresh that no other may follow it yet: what it answered still leads to the code. */
export function freshSend(
  sends: CodeSends | undefined,
  phone: string,
  now: number,
): LoginOption | undefined {
  return secondsLeft(sends, phone, now) > 0 ? sends?.option : undefined
}

/** Whole seconds until another code may be asked for; 0: now. */
export function secondsLeft(sends: CodeSends | undefined, phone: string, now: number): number {
  if (sends?.phone !== phone) return 0
  return Math.max(0, Math.ceil((sends.next_at - now) / 1000))
}
