import { STARTS_PER_ADDRESS_PER_HOUR } from '../../contract/limits.ts'
import type { NoSms } from '../../contract/no-sms.ts'
import { texts } from '../../contract/texts.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { invalidField } from '../http/validate.ts'
import { HOUR_MS } from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import { SmsNotTaken } from '../sms/sms-sender.ts'
import type { SmsSender } from '../sms/sms-sender.ts'
import { requireNotBanned } from './bans.ts'
import { addCodelessRequest, dropCode, hasCodeByHand, isIssued, issueCode } from './codes.ts'
import type { CodeRequest } from './codes.ts'
import { requireUsefulSms } from './sms-breaker.ts'
import { refundSms, requirePhoneQuota, requireServed, spendSms } from './sms-limits.ts'
import type { SmsLimits } from './sms-limits.ts'
import type { SmsReport } from './sms-report.ts'

export interface CodeParts {
  db: Database
  sms: SmsSender
  /** Whom people ask for their codes; undefined: `sms` reaches them. */
  noSms: NoSms | undefined
  smsLimits: SmsLimits
  smsReport: SmsReport
  /** Host of the page, to which phones bind the code; undefined: not known. */
  siteHost: string | undefined
  now: () => number
  /** Key of the codes' hashes. */
  secret: Buffer
}

/** Rejects with 403 where this phone is banned, and where it can be sent no code just now, unless the operator has made one for it by hand. */
export async function requireReachable(
  { db, smsLimits, smsReport: report }: CodeParts,
  request: CodeRequest,
  now: number,
): Promise<void> {
  await requireNotBanned(db, request.phone)
  if (await hasCodeByHand(db, request.phone, now)) return
  requireServed(request.phone, smsLimits, report)
  await requireUsefulSms(db, request, report, now)
}

/**
 * Makes the code of a request. Undefined where none is to be sent: it was before, or the operator has made one by hand. Rejects with
 * 429 at a limit.
 */
export async function makeCode(
  tx: Transaction,
  { smsLimits, smsReport: report, secret }: CodeParts,
  request: CodeRequest & { request_id: string },
  now: number,
): Promise<string | undefined> {
  if (await isIssued(tx, request)) return undefined
  if (await hasCodeByHand(tx, request.phone, now)) {
    await addCodelessRequest(tx, request, now)
    return undefined
  }
  await requirePhoneQuota(tx, request.phone, now)
  await spendSms(tx, request.phone, smsLimits, report, now)
  return issueCode(tx, request, secret, now)
}

/** Rejects with an HttpError when the provider did not take the code. It counts as sent all the same, unless it surely was not. */
export async function sendCode(
  { db, sms, smsReport: report, siteHost }: CodeParts,
  { phone, code, request_id }: { phone: string; code: string; request_id: string },
  field = 'phone',
): Promise<void> {
  try {
    await sms.send(phone, texts.login.sms(code, siteHost))
    report.sent()
  } catch (error) {
    report.failed(error)
    const fault = error instanceof SmsNotTaken ? error.fault : 'unclear'
    if (fault !== 'unclear') await takeBackCode(db, { phone, request_id })
    if (fault === 'number') throw invalidField(field, texts.login.invalidPhone)
    if (fault === 'country') throw new HttpError('sms_country', { field })
    throw new HttpError('sms_unavailable')
  }
}

/** Has a code that surely was not sent count no more. */
export async function takeBackCode(
  db: Database,
  { phone, request_id }: { phone: string; request_id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await dropCode(tx, request_id)
    await refundSms(tx, phone)
  })
}

export function startsOf(address: string): Limit {
  return { scope: `start:${address}`, max: STARTS_PER_ADDRESS_PER_HOUR, windowMs: HOUR_MS }
}
