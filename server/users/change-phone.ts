import type { Api } from '../../contract/api.ts'
import type { Answer, Body } from '../../contract/endpoint.ts'
import type { User } from '../../contract/entities.ts'
import { WRONG_CODES_REFUNDED } from '../../contract/limits.ts'
import { canonicalPhone } from '../../contract/phone-number.ts'
import { texts } from '../../contract/texts.ts'
import type { Transaction } from '../db/sql.ts'
import { mayCreate } from '../events/creators.ts'
import type { CreatorRules } from '../events/creators.ts'
import { addressScope } from '../http/client-address.ts'
import { HttpError } from '../http/http-error.ts'
import { invalidField } from '../http/validate.ts'
import { addHit, DAY_MS, refundHits, requireQuota, spend } from '../limits/limit.ts'
import type { Log } from '../log.ts'
import { isAdmin } from './admins.ts'
import type { AdminPhones } from './admins.ts'
import { requireNotBanned } from './bans.ts'
import { guessCode, refundTry, requestIdFor, useCode } from './codes.ts'
import { wrongCodesOf } from './registration.ts'
import { makeCode, requireReachable, sendCode, startsOf, takeBackCode } from './send-code.ts'
import type { CodeParts } from './send-code.ts'
import { lockPhone } from './sms-limits.ts'
import { findUserByPhone, requireAccount, setPhone } from './users.ts'

/** A number that was left may be sent as many codes as any other. */
const CHANGES_PER_DAY = 3

/** Whom the settings name by their numbers. */
export interface NamedNumbers {
  adminPhones: AdminPhones
  rules: CreatorRules
}

/**
 * Sends a code to the user's number and one to the number that is to take its place. Whether somebody has that one already is not said:
 * who asks has not shown yet that it is theirs. Under the same key it sends no code twice. Rejects as the sending of one code does, and
 * with 400 where the settings name the user by their number alone.
 */
export async function startPhoneChange(
  parts: CodeParts & NamedNumbers,
  user: User,
  { newPhone, address: client, key }: { newPhone: string; address: string; key?: string },
): Promise<Answer<Api['startPhoneChange']>> {
  const { db, secret, noSms } = parts
  const now = parts.now()
  const address = addressScope(client)
  const phone = canonicalPhone(newPhone)
  if (phone === undefined) throw invalidField('newPhone', texts.login.invalidPhone)
  if (phone === user.phone) throw invalidField('newPhone', texts.phoneChange.same)
  await requireNamed(parts, user, phone)
  const requests = [
    { request_id: requestIdFor(key && `${key}:new`, secret), phone, address },
    { request_id: requestIdFor(key && `${key}:old`, secret), phone: user.phone, address },
  ] as const
  for (const request of requests) await requireReachable(parts, request, now)
  const made = await db.transaction(async (tx) => {
    await spend(tx, startsOf(address), now, texts.login.wait)
    await lockBoth(tx, requests)
    const codes: Parameters<typeof sendCode>[1][] = []
    for (const request of requests) {
      const code = await makeCode(tx, parts, request, now)
      if (code !== undefined) codes.push({ ...request, code })
    }
    return codes
  })
  for (const [at, code] of made.entries()) {
    try {
      await sendCode(parts, code, 'newPhone')
    } catch (error) {
      // A mistyped new number is corrected at once: the code that the old one was not sent must not keep it waiting.
      for (const unsent of made.slice(at + 1)) await takeBackCode(db, unsent)
      throw error
    }
  }
  const [{ request_id }, { request_id: old_request_id }] = requests
  return { success: true, request_id, old_request_id, ...(noSms && { noSms }) }
}

/** Throws 400 where the settings let the user do something by their number that they would not by the new one. */
async function requireNamed(
  { db, adminPhones, rules }: CodeParts & NamedNumbers,
  user: User,
  phone: string,
): Promise<void> {
  const after = { ...user, phone }
  if (isAdmin(adminPhones, user) && !isAdmin(adminPhones, after))
    throw invalidField('newPhone', texts.phoneChange.hostFirst)
  if ((await mayCreate(db, rules, user)) && !(await mayCreate(db, rules, after)))
    throw invalidField('newPhone', texts.phoneChange.creatorFirst(rules.operatorContact))
}

/**
 * Gives the user another number, where both codes are right; all else of theirs stays as it is. A wrong code costs its own tries, not
 * the other's. Rejects with 400 that names the code, 403 for a banned number, 409 for one that another account has, 429 for an address
 * with too many wrong codes, and for the fourth change of a day. Once more with the number that the user has by now it changes nothing: the answer was lost.
 */
export async function verifyPhoneChange(
  { db, now: clock, secret, log }: Pick<CodeParts, 'db' | 'now' | 'secret'> & { log: Log },
  user: User,
  { body, address }: { body: Body<Api['verifyPhoneChange']>; address: string },
): Promise<User> {
  const phone = canonicalPhone(body.newPhone) ?? body.newPhone
  if (phone === user.phone) return user
  const now = clock()
  const limit = wrongCodesOf(addressScope(address))
  const guesses = {
    old_code: { request_id: body.old_request_id, phone: user.phone, code: body.old_code },
    code: { request_id: body.request_id, phone, code: body.code },
  }
  const change = async (tx: Transaction) => {
    await requireQuota(tx, limit, now, texts.login.wait)
    await lockBoth(tx, Object.values(guesses))
    for (const guess of Object.values(guesses)) await requireNotBanned(tx, guess.phone)
    for (const field of ['old_code', 'code'] as const) {
      const verdict = await guessCode(tx, guesses[field], secret, now)
      if (verdict === 'right') continue
      if (verdict === 'wrong') await addHit(tx, limit.scope, now)
      if (field === 'code') await refundTry(tx, guesses.old_code.request_id)
      return field
    }
    for (const guess of Object.values(guesses)) await useCode(tx, guess, now)
    await requireAccount(tx, user.id)
    const changes = { scope: `phone:${user.id}`, max: CHANGES_PER_DAY, windowMs: DAY_MS }
    await spend(tx, changes, now, texts.login.wait)
    if (await findUserByPhone(tx, phone)) return 'newPhone'
    await setPhone(tx, user, phone)
    await refundHits(tx, limit.scope, WRONG_CODES_REFUNDED)
    return undefined
  }
  const wrong = await db.transaction(change, { isErasure: true })
  // Thrown only here, since a rejected transaction would forget the wrong try.
  if (wrong === 'newPhone') throw new HttpError('phone_taken', { field: wrong })
  if (wrong) throw invalidField(wrong, texts.phoneChange.refused[wrong])
  log.info('a user has another phone number', { user: user.id })
  return { ...user, phone }
}

/** Both numbers, always in the same order: two such changes at once do not wait for each other. */
async function lockBoth(tx: Transaction, of: readonly { phone: string }[]): Promise<void> {
  for (const phone of of.map((each) => each.phone).toSorted()) await lockPhone(tx, phone)
}
