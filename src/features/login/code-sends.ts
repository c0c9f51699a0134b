import { RESEND_WAITS_SECONDS } from '../../../contract/limits.ts'

/** How often this tab has had a code sent to a number, and when the next one may be asked for. */
export interface CodeSends {
  phone: string
  count: number
  /** Milliseconds since the epoch. */
  next_at: number
}

/** The sends after one more to this number; each waits longer than the last. */
export function afterSend(sends: CodeSends | undefined, phone: string, now: number): CodeSends {
  const count = (sends?.phone === phone ? sends.count : 0) + 1
  const wait = RESEND_WAITS_SECONDS[count - 1] ?? RESEND_WAITS_SECONDS.at(-1) ?? 0
  return { phone, count, next_at: now + wait * 1000 }
}

/** Whole seconds until another code may be asked for; 0: now. */
export function secondsLeft(sends: CodeSends | undefined, phone: string, now: number): number {
  if (sends?.phone !== phone) return 0
  return Math.max(0, Math.ceil((sends.next_at - now) / 1000))
}
