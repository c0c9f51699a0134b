import type { Api } from '../../contract/api.ts'
import type { Answer, Body } from '../../contract/endpoint.ts'
import type { User } from '../../contract/entities.ts'
import { WRONG_CODES_PER_ADDRESS_PER_DAY, WRONG_CODES_REFUNDED } from '../../contract/limits.ts'
import { canonicalPhone } from '../../contract/phone-number.ts'
import { texts } from '../../contract/texts.ts'
import type { Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { invalidField } from '../http/validate.ts'
import { addressScope } from '../http/client-address.ts'
import { addHit, DAY_MS, refundHits, requireQuota, spend } from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import { refundTry, requestIdFor, tryCode, tryUsedCode } from './codes.ts'
import { lockPhone } from './sms-limits.ts'
import { adoptGuests } from './adopt-guests.ts'
import { requireNotBanned } from './bans.ts'
import { makeCode, requireReachable, sendCode, startsOf } from './send-code.ts'
import type { CodeParts } from './send-code.ts'
import { authenticate, createSession, tokenFor } from './sessions.ts'
import { addUser, changeUser, findUserByPhone } from './users.ts'

type StartAnswer = Answer<Api['startRegistration']>
type VerifyBody = Body<Api['verifyRegistration']>
type SignedIn = { token: string; user: User }

/**
 * Sends a code to a phone. A known and an unknown phone take the same way, so that only the two flags tell them apart. Under a key
 * that was there before it sends nothing, and answers as it did: the answer was lost, and its code is on its way.
 * Rejects with 429 at a limit, 400 for a number that cannot be sent to or a country that is not served, 503 when the provider did not
 * take the message for another reason.
 */
export async function startRegistration(
  parts: CodeParts,
  typedPhone: string,
  { address: clientAddress, key }: { address: string; key: string | undefined },
): Promise<StartAnswer> {
  const { db, now: clock, secret, noSms } = parts
  const now = clock()
  const address = addressScope(clientAddress)
  const phone = canonicalPhone(typedPhone)
  if (phone === undefined) throw invalidField('phone')
  await requireReachable(parts, { phone, address }, now)
  const { code, ...answer } = await db.transaction(async (tx) => {
    await spend(tx, startsOf(address), now, texts.login.wait)
    await lockPhone(tx, phone)
    const user = await findUserByPhone(tx, phone)
    const request_id = requestIdFor(key, secret)
    const known = { request_id, name: Boolean(user?.name), email: Boolean(user?.email) }
    return { ...known, code: await makeCode(tx, parts, { request_id, phone, address }, now) }
  })
  if (code !== undefined) await sendCode(parts, { phone, code, request_id: answer.request_id })
  return { success: true, ...answer, ...(noSms && { noSms }) }
}

/**
 * Signs the phone's user in, making the account at the first time. Rejects with 401 for anything wrong about the code, 429 for an
 * address with too many wrong ones, 400 where a new account lacks its name or email: then the code stays as it was. Once more under
 * the same key it gives the same token, while that is valid and the code was used a few minutes ago: the answer was lost. What guests
 * by name have, whose tokens come along, becomes the user's.
 */
export async function verifyRegistration(
  { db, now: clock, secret }: Pick<CodeParts, 'db' | 'now' | 'secret'>,
  typed: VerifyBody,
  { address, key }: { address: string; key: string | undefined },
): Promise<SignedIn> {
  const now = clock()
  const body = { ...typed, phone: canonicalPhone(typed.phone) ?? typed.phone }
  const limit = wrongCodesOf(addressScope(address))
  const token = tokenFor(body, key, secret)
  const signedIn = await db.transaction(async (tx) => {
    await requireQuota(tx, limit, now, texts.login.wait)
    const verdict = await tryCode(tx, body, secret, now)
    if (verdict === 'wrong') await addHit(tx, limit.scope, now)
    if (verdict === 'dead' && key) return repeatSignIn(tx, body, { token, limit, now })
    if (verdict !== 'right') return undefined
    // Two right codes at the same time make one account.
    await lockPhone(tx, body.phone)
    await requireNotBanned(tx, body.phone)
    const user = await completeUser(tx, body, now)
    await adoptGuests(tx, body.guest_tokens ?? [], user.id, now)
    await refundHits(tx, limit.scope, WRONG_CODES_REFUNDED)
    return { token: await createSession(tx, user.id, now, token), user }
  })
  // Thrown only here, since a rejected transaction would forget the wrong try.
  if (!signedIn) throw new HttpError('code_refused')
  return signedIn
}

/**
 * The sign-in that this code and key have made; undefined where there is none any more. Then the try counts as a wrong one, whichever
 * of the two was another: who knows only one learns nothing.
 */
async function repeatSignIn(
  tx: Transaction,
  body: VerifyBody,
  { token, limit, now }: { token: string; limit: Limit; now: number },
): Promise<SignedIn | undefined> {
  if (!(await tryUsedCode(tx, body, now))) return undefined
  const user = await authenticate(tx, token, now)
  if (user) await refundTry(tx, body.request_id)
  else await addHit(tx, limit.scope, now)
  return user && { token, user }
}

/** The phone's user with name and email. What an account has already, a sign-in does not change. */
async function completeUser(tx: Transaction, body: VerifyBody, now: number): Promise<User> {
  const known = await lockUserByPhone(tx, body.phone)
  const email = known?.email || body.email
  if (!email) throw invalidField('email', texts.login.missingEmail)
  const name = known?.name || body.name
  if (!name) throw invalidField('name', texts.login.missingName)
  if (!known) return addUser(tx, { phone: body.phone, name, email }, now)
  if (!known.name || !known.email) await changeUser(tx, known.id, { name, email })
  return { ...known, name, email }
}

/** The phone's user, whom nobody deletes until the transaction ends. */
async function lockUserByPhone(tx: Transaction, phone: string): Promise<User | undefined> {
  const found = await findUserByPhone(tx, phone)
  if (!found) return undefined
  await tx.shareRow('users', found.id)
  // Once more: deleted on another device meanwhile, the phone is nobody's.
  return findUserByPhone(tx, phone)
}

export function wrongCodesOf(address: string): Limit {
  return {
    scope: `wrong-code:${address}`,
    max: WRONG_CODES_PER_ADDRESS_PER_DAY,
    windowMs: DAY_MS,
  }
}
