import { SENDS_PER_NUMBER_BLOCK_PER_HOUR, SMS_BREAKER } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { addHit, DAY_MS, HOUR_MS, spend, tooMany } from '../limits/limit.ts'
import type { Log } from '../log.ts'

/** Limits of the operator against SMS pumping: fraudsters who earn by each message sent. */
export interface SmsLimits {
  /** Calling codes that codes are sent to; undefined: all. */
  countries: readonly string[] | undefined
  /** Messages in any 24 hours. */
  dailyBudget: number
  /** Whether neighbouring numbers share a limit; of no use where sending costs nothing. */
  limitsNumberBlocks: boolean
}

/** Last digits that differ within one block of numbers. */
const BLOCK_DIGITS = 3
const BREAKER_SCOPE = 'sms-breaker'

const unavailable = () => texts.server.smsUnavailable

/** Rejects with 400 where the operator sends nothing to this phone's country. */
export function requireCountry(phone: string, countries: readonly string[] | undefined): void {
  if (!countries || countries.some((callingCode) => phone.startsWith(callingCode))) return
  throw new HttpError(400, texts.server.smsCountry, 'sms_country', { field: 'phone' })
}

/** Counts a message to this phone; rejects with 429 where its block of numbers or the day had enough. */
export async function spendSms(
  tx: Transaction,
  phone: string,
  { dailyBudget, limitsNumberBlocks }: SmsLimits,
  now: number,
): Promise<void> {
  if (limitsNumberBlocks) {
    const scope = `sms-block:${phone.slice(0, -BLOCK_DIGITS)}:${phone.length}`
    const block = { scope, max: SENDS_PER_NUMBER_BLOCK_PER_HOUR, windowMs: HOUR_MS }
    await spend(tx, block, now, unavailable)
  }
  await spend(tx, { scope: 'sms', max: dailyBudget, windowMs: DAY_MS }, now, unavailable)
}

/**
 * Rejects with 429 while sending pauses. It pauses for a while, and the operator is told, when hardly any of the last codes were used:
 * then somebody else than guests is asking for them.
 */
export async function requireUsefulSms(db: Database, log: Log, now: number): Promise<void> {
  const { pausedUntil, isNew } = await db.transaction((tx) => trip(tx, now))
  if (isNew) {
    log.error('hardly any of the last sign-in codes were used: sending pauses', {
      minutes: SMS_BREAKER.pauseMs / 60_000,
    })
  }
  if (pausedUntil > now) throw tooMany(pausedUntil - now, unavailable)
}

async function trip(
  tx: Transaction,
  now: number,
): Promise<{ pausedUntil: number; isNew: boolean }> {
  await tx.lock(BREAKER_SCOPE)
  const last = await tx.get<{ at: number }>(
    sql`select at from limit_hits where scope = ${BREAKER_SCOPE} order by at desc limit 1`,
  )
  const pausedUntil = last ? last.at + SMS_BREAKER.pauseMs : 0
  if (pausedUntil > now) return { pausedUntil, isNew: false }
  // What led to one pause does not lead to the next: after it, as many codes again have their chance.
  const sent = await tx.all<{ used_at: number | null }>(sql`
    select used_at from codes
     where created_at > ${last?.at ?? 0} and created_at <= ${now - SMS_BREAKER.olderThanMs}
     order by created_at desc
     limit ${SMS_BREAKER.sends}`)
  const used = sent.filter(({ used_at }) => used_at !== null).length
  const isUseful = used >= SMS_BREAKER.verifiedShare * SMS_BREAKER.sends
  if (sent.length < SMS_BREAKER.sends || isUseful) return { pausedUntil: 0, isNew: false }
  await addHit(tx, BREAKER_SCOPE, now)
  return { pausedUntil: now + SMS_BREAKER.pauseMs, isNew: true }
}
