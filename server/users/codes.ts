import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_EXPIRY_MS, CODE_LENGTH, CODE_TRIES } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { CLOCK_SKEW_MS } from '../limits/limit.ts'

const REQUEST_ID_BYTES = 16
/** The longest window of the sign-in limits. */
const KEPT_MS = 24 * 60 * 60_000

export interface CodeRequest {
  /** Digits. */
  phone: string
  /** The client's network, as limits count it. */
  address: string
}

interface CodeGuess {
  request_id: string
  phone: string
  code: string
}

export function randomCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** The id of a request under this `Idempotency-Key`, which its sender alone knows: the same for the same key, random without one. */
export function requestIdFor(key: string | undefined, secret: Buffer): string {
  const bytes = key
    ? createHmac('sha256', secret).update(`request:${key}`).digest()
    : randomBytes(REQUEST_ID_BYTES)
  return bytes.toString('base64url', 0, REQUEST_ID_BYTES)
}

/** Whether a code was made for this request before. Rejects with 422 where that was for another phone. */
export async function isIssued(
  tx: Queries,
  { request_id, phone }: Pick<CodeGuess, 'request_id' | 'phone'>,
): Promise<boolean> {
  const before = await tx.get<{ phone: string }>(
    sql`select phone from codes where request_id = ${request_id}`,
  )
  if (before && before.phone !== phone) {
    throw new HttpError('key_reused')
  }
  return before !== undefined
}

/** Makes a code that signs this phone in once; of the code itself only a keyed hash is kept. */
export async function issueCode(
  db: Queries,
  { request_id, phone, address }: CodeRequest & Pick<CodeGuess, 'request_id'>,
  secret: Buffer,
  now: number,
): Promise<string> {
  const code = randomCode()
  const hash = codeHash(request_id, code, secret).toString('hex')
  await db.run(sql`
    insert into codes (request_id, phone, code_hash, address, created_at, expires_at)
    values (${request_id}, ${phone}, ${hash}, ${address}, ${now}, ${now + CODE_EXPIRY_MS})`)
  return code
}

/**
 * Tries a code and uses it up when it is right. `dead` is a request that is unknown, another phone's, used, expired or out of tries:
 * its code is not looked at. To be called within a transaction, so that a try can be taken back.
 */
export async function tryCode(
  tx: Queries,
  { request_id, phone, code }: CodeGuess,
  secret: Buffer,
  now: number,
): Promise<'right' | 'wrong' | 'dead'> {
  // Counted before the code is compared, so that of any number of guesses at once only three are compared.
  const tries = await tx.run(sql`
    update codes set wrong_tries = wrong_tries + 1
     where request_id = ${request_id} and phone = ${phone}
       and used_at is null and expires_at > ${now} and wrong_tries < ${CODE_TRIES}
       and created_at < ${now + CLOCK_SKEW_MS}`)
  if (tries === 0) return 'dead'
  const row = await tx.get<{ code_hash: string }>(
    sql`select code_hash from codes where request_id = ${request_id}`,
  )
  const expected = Buffer.from(row?.code_hash ?? '', 'hex')
  if (!isSame(codeHash(request_id, code, secret), expected)) return 'wrong'
  const used = await tx.run(sql`
    update codes set used_at = ${now}, wrong_tries = wrong_tries - 1
     where request_id = ${request_id} and used_at is null`)
  return used === 1 ? 'right' : 'dead'
}

/**
 * Counts a try of a code that has served, for as long after as a new one would live; false where there is none, or it is out of tries.
 * The code itself is not looked at: what it was used for tells whether it is the same. To be given back where it is.
 */
export async function tryUsedCode(
  tx: Queries,
  { request_id, phone }: Omit<CodeGuess, 'code'>,
  now: number,
): Promise<boolean> {
  const tries = await tx.run(sql`
    update codes set wrong_tries = wrong_tries + 1
     where request_id = ${request_id} and phone = ${phone}
       and used_at > ${now - CODE_EXPIRY_MS} and used_at < ${now + CLOCK_SKEW_MS}
       and wrong_tries < ${CODE_TRIES}`)
  return tries === 1
}

export async function refundTry(tx: Queries, request_id: string): Promise<void> {
  await tx.run(sql`update codes set wrong_tries = wrong_tries - 1 where request_id = ${request_id}`)
}

export async function dropCode(tx: Queries, request_id: string): Promise<void> {
  await tx.run(sql`delete from codes where request_id = ${request_id}`)
}

export async function pruneCodes(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from codes where created_at <= ${now - KEPT_MS}`)
}

function codeHash(request_id: string, code: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${request_id}:${code}`).digest()
}

/** Takes the same time wherever the two differ. */
function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
