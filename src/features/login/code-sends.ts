import { RESEND_WAITS_SECONDS } from '../../../contract/limits.ts'
import type { LoginOption } from './login-option.ts'

/** How often this tab has had a code sent to a number, and from when on the next may be asked for. */
export interface CodeSends {
  phone: string
  count: number
  /** Epoch milliseconds. */
  next_at: number
  /** The answer to the last send: its code is on its way. */
  option?: LoginOption | undefined
}

/** The sends after one more to this number; each wait is longer than the one before. */
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

/** The last send to this number, while no other is allowed yet: its answer still leads to the code field. */
export function newCodeSend(
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
