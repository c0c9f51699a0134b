import { CODE_EXPIRY_MS, RESEND_WAITS_SECONDS } from '../../../contract/limits.ts'
import { randomKey } from '../../device/random-key.ts'
import type { LoginOption } from './login-option.ts'

/** How often this page has had a code sent to a number, and from when on the next may be asked for. */
export interface CodeSends {
  phone: string
  count: number
  /** Epoch milliseconds. */
  next_at: number
  /** The answer to the last send: its code is on its way. */
  option?: LoginOption
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

/** Of calls that nothing has answered yet, by their phone or `request_id`. */
const unanswered = new Map<string, { key: string; at: number }>()

/**
 * The `Idempotency-Key` of sending a code to a phone, or of signing in by the code of a `request_id`: that of such a call which
 * nothing answered, as long as a code lives. The server answers it as it did; a sign-in for that long after the last try, of which
 * each may have been the one that used the code.
 */
export function keyFor(of: string, { isSignIn = false } = {}): string {
  const now = Date.now()
  const last = unanswered.get(of)
  const kept = last && now - last.at < CODE_EXPIRY_MS ? last : undefined
  const key = kept?.key ?? randomKey()
  unanswered.set(of, { key, at: kept && !isSignIn ? kept.at : now })
  return key
}

/** The server has answered: the next such call is another one. */
export function markAnswered(of: string): void {
  unanswered.delete(of)
}
