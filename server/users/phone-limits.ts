import { CODES_PER_PHONE_PER_DAY, RESEND_WAITS_SECONDS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/sql.ts'
import { CLOCK_SKEW_MS, DAY_MS, tooMany } from '../limits/limit.ts'

interface SentCode {
  created_at: number
  used_at: number | null
}

/**
 * Rejects with 429 where this phone was sent its codes of a day, or was sent one just now that nobody has used yet. No other code
 * is made for it until the transaction ends.
 */
export async function requirePhoneRoom(tx: Transaction, phone: string, now: number): Promise<void> {
  await lockPhone(tx, phone)
  const sent = await tx.all<SentCode>(sql`
    select created_at, used_at from codes
     where phone = ${phone} and created_at > ${now - DAY_MS} and created_at < ${now + CLOCK_SKEW_MS}
     order by created_at desc
     limit ${CODES_PER_PHONE_PER_DAY}`)
  const readyAt = Math.max(dayHasRoomAt(sent), resendAllowedAt(sent))
  if (readyAt > now) throw tooMany(readyAt - now, texts.login.wait)
}

/** Holds off all else that signs this phone in. */
export function lockPhone(tx: Transaction, phone: string): Promise<void> {
  return tx.lock(`phone:${phone}`)
}

function dayHasRoomAt(sent: readonly SentCode[]): number {
  const sixth = sent[CODES_PER_PHONE_PER_DAY - 1]
  return sixth ? sixth.created_at + DAY_MS : 0
}

/** The wait grows with each code sent in vain; it starts anew with a sign-in. */
function resendAllowedAt(sent: readonly SentCode[]): number {
  const signedInAt = Math.max(0, ...sent.map(({ used_at }) => used_at ?? 0))
  const inVain = sent.filter(({ created_at }) => created_at > signedInAt)
  const newest = inVain[0]
  if (!newest) return 0
  const wait = RESEND_WAITS_SECONDS[inVain.length - 1] ?? RESEND_WAITS_SECONDS.at(-1) ?? 0
  return newest.created_at + wait * 1000
}
