import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import {
  SENDS_PER_NUMBER_BLOCK_PER_HOUR,
  CODES_PER_PHONE_PER_DAY,
  RESEND_WAITS_SECONDS,
} from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { invalidField } from '../http/validate.ts'
import {
  CLOCK_SKEW_MS,
  DAY_MS,
  HOUR_MS,
  quotaReadyAt,
  refundHits,
  spend,
  tooMany,
} from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import { byHand } from './codes.ts'
import type { SmsBlock, SmsReport } from './sms-report.ts'

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
const DAY_SCOPE = 'sms'
/** Kinds of numbers of which the owner may earn by each message. */
const PREMIUM_TYPES = ['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER', 'UAN']
/** Calling codes of satellites and of networks without a country. */
const SATELLITES = /^(870|88[123])/

const unavailable = () => texts.server.smsUnavailable

/** Throws 400 where the operator sends nothing to this phone's country, or where a message to it would cost more than to others. */
export function requireServed(
  phone: string,
  { countries }: SmsLimits,
  report: Pick<SmsReport, 'blocked'>,
): void {
  if (countries && !countries.some((callingCode) => phone.startsWith(callingCode))) {
    report.blocked('country', phone)
    throw new HttpError('sms_country', { field: 'phone' })
  }
  const type = parsePhoneNumberFromString(`+${phone}`)?.getType() ?? ''
  // Whoever lists a satellite's calling code wants it.
  if (!PREMIUM_TYPES.includes(type) && (countries || !SATELLITES.test(phone))) return
  report.blocked('premium', phone)
  throw invalidField('phone')
}

/** Counts a message to this phone; rejects with 429 where its block of numbers or the day had enough. */
export async function spendSms(
  tx: Transaction,
  phone: string,
  { dailyBudget, limitsNumberBlocks }: SmsLimits,
  report: Pick<SmsReport, 'blocked'>,
  now: number,
): Promise<void> {
  const spendOf = (limit: Limit, block: SmsBlock) =>
    spend(tx, limit, now, unavailable).catch((error: unknown) => {
      if (error instanceof HttpError) report.blocked(block, phone)
      throw error
    })
  if (limitsNumberBlocks) {
    const max = SENDS_PER_NUMBER_BLOCK_PER_HOUR
    await spendOf({ scope: blockScope(phone), max, windowMs: HOUR_MS }, 'number_block')
  }
  await spendOf(dayLimit(dailyBudget), 'daily_budget')
}

/** Takes back the count of a message that surely was not sent: otherwise an hour without the provider would use up the day. */
export async function refundSms(tx: Transaction, phone: string): Promise<void> {
  await refundHits(tx, blockScope(phone), 1)
  await refundHits(tx, DAY_SCOPE, 1)
}

/** Whether the day had all its messages; not where the operator wants none. */
export async function isSmsBudgetSpent(
  db: Queries,
  dailyBudget: number,
  now: number,
): Promise<boolean> {
  return dailyBudget > 0 && (await quotaReadyAt(db, dayLimit(dailyBudget), now)) > now
}

function dayLimit(dailyBudget: number): Limit {
  return { scope: DAY_SCOPE, max: dailyBudget, windowMs: DAY_MS }
}

/** How many messages of the last 24 hours count. */
export function countSmsOfDay(db: Queries, now: number): Promise<number> {
  return countRows(db, sql`from limit_hits where scope = ${DAY_SCOPE} and at > ${now - DAY_MS}`)
}

function blockScope(phone: string): string {
  return `sms-block:${phone.slice(0, -BLOCK_DIGITS)}:${phone.length}`
}

interface SentCode {
  created_at: number
  used_at: number | null
}

/**
 * Rejects with 429 where this phone was sent its codes of a day, or was sent one just now that nobody has used yet. No other code
 * is made for it until the transaction ends.
 */
export async function requirePhoneQuota(
  tx: Transaction,
  phone: string,
  now: number,
): Promise<void> {
  await lockPhone(tx, phone)
  const sent = await tx.all<SentCode>(sql`
    select created_at, used_at from codes
     where phone = ${phone} and created_at > ${now - DAY_MS} and created_at < ${now + CLOCK_SKEW_MS}
       and request_id <> ${byHand(phone)}
     order by created_at desc
     limit ${CODES_PER_PHONE_PER_DAY}`)
  const readyAt = Math.max(dayReadyAt(sent), resendAllowedAt(sent))
  if (readyAt > now) throw tooMany(readyAt - now, texts.login.wait)
}

/** Holds off all else that signs this phone in. */
export function lockPhone(tx: Transaction, phone: string): Promise<void> {
  return tx.lock(`phone:${phone}`)
}

function dayReadyAt(sent: readonly SentCode[]): number {
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
