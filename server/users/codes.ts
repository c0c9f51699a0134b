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

type NewRequest = CodeRequest & Pick<CodeGuess, 'request_id'>

interface CodeGuess {
  request_id: string
  phone: string
  code: string
}

type Verdict = 'right' | 'wrong' | 'dead'

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
  request: NewRequest,
  secret: Buffer,
  now: number,
): Promise<string> {
  const code = randomCode()
  await addRequest(db, request, codeHash(request.request_id, code, secret).toString('hex'), now)
  return code
}

/** Notes a request that no code is sent for, and none fits but that of the operator. */
export async function addCodelessRequest(
  db: Queries,
  request: NewRequest,
  now: number,
): Promise<void> {
  await addRequest(db, request, '', now)
}

async function addRequest(
  db: Queries,
  { request_id, phone, address }: NewRequest,
  hash: string,
  now: number,
): Promise<void> {
  await db.run(sql`
    insert into codes (request_id, phone, code_hash, address, created_at, expires_at)
    values (${request_id}, ${phone}, ${hash}, ${address}, ${now}, ${now + CODE_EXPIRY_MS})`)
}

/** The row of a code that the operator made by hand: no request of a caller, it fits every request of its phone. */
export function byHand(phone: string): string {
  return `by-hand:${phone}`
}

/** Makes a code by hand, in the place of the one that was made so before. Nothing is sent. */
export async function issueCodeByHand(
  tx: Queries,
  phone: string,
  secret: Buffer,
  now: number,
): Promise<string> {
  await dropCode(tx, byHand(phone))
  return issueCode(tx, { request_id: byHand(phone), phone, address: '' }, secret, now)
}

/** Whether a code made by hand waits to be used. */
export async function hasCodeByHand(db: Queries, phone: string, now: number): Promise<boolean> {
  const row = await db.get(sql`
    select request_id from codes
     where request_id = ${byHand(phone)} and used_at is null and expires_at > ${now}
       and wrong_tries < ${CODE_TRIES}`)
  return row !== undefined
}

/**
 * Tries a code and uses it up when it is right. `dead` is a request that is unknown, another phone's, used, expired or out of tries:
 * its code is not looked at. To be called within a transaction, so that a try can be taken back.
 */
export async function tryCode(
  tx: Queries,
  guess: CodeGuess,
  secret: Buffer,
  now: number,
): Promise<Verdict> {
  const verdict = await guessCode(tx, guess, secret, now)
  if (verdict !== 'right') return verdict
  return (await useCode(tx, guess, now)) ? 'right' : 'dead'
}

/** As `tryCode`, but leaves a right code to be used; its try is counted until it is. */
export async function guessCode(
  tx: Queries,
  guess: CodeGuess,
  secret: Buffer,
  now: number,
): Promise<Verdict> {
  const verdict = await guessOne(tx, guess, secret, now)
  if (verdict !== 'wrong') return verdict
  const madeByHand = { ...guess, request_id: byHand(guess.phone) }
  return (await guessOne(tx, madeByHand, secret, now)) === 'right' ? 'right' : 'wrong'
}

async function guessOne(
  tx: Queries,
  { request_id, phone, code }: CodeGuess,
  secret: Buffer,
  now: number,
): Promise<Verdict> {
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
  return isSame(codeHash(request_id, code, secret), expected) ? 'right' : 'wrong'
}

/** Uses up what `guessCode` found right, and with it a code made by hand; false where another call has. */
export async function useCode(
  tx: Queries,
  { request_id, phone }: Pick<CodeGuess, 'request_id' | 'phone'>,
  now: number,
): Promise<boolean> {
  const used = await tx.run(sql`
    update codes set used_at = ${now}, wrong_tries = wrong_tries - 1
     where request_id = ${request_id} and used_at is null`)
  await dropCode(tx, byHand(phone))
  return used === 1
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

/** Takes a number out of what it was sent; limits of addresses and of the day go on counting that. */
export async function forgetNumber(tx: Queries, phone: string): Promise<void> {
  // Its row is named by the number.
  await dropCode(tx, byHand(phone))
  await tx.run(sql`update codes set phone = 'deleted' where phone = ${phone}`)
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
