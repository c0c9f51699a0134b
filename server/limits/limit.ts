import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'

/** At most `max` hits within any span of `windowMs`, counted under `scope`: the limit's name and whom it counts. */
export interface Limit {
  scope: string
  max: number
  /** At most a day: older hits are forgotten. */
  windowMs: number
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Clocks of several processes differ by less. What is dated later was noted before the clock was put back, and counts no more. */
export const CLOCK_SKEW_MS = MINUTE_MS

/** What to say to someone who has to wait. */
export type WaitText = (seconds: number) => string

/** Counts one hit, or rejects with 429 where the limit is reached. A rollback takes the hit back. */
export async function spend(
  tx: Transaction,
  limit: Limit,
  now: number,
  words?: WaitText,
): Promise<void> {
  await requireQuota(tx, limit, now, words)
  await addHit(tx, limit.scope, now)
}

/** Rejects with 429 where the limit is reached; counts nothing. Holds a lock on the limit until the transaction ends. */
export async function requireQuota(
  tx: Transaction,
  limit: Limit,
  now: number,
  words?: WaitText,
): Promise<void> {
  const readyAt = await lockedReadyAt(tx, limit, now)
  if (readyAt > now) throw tooMany(readyAt - now, words)
}

/** Whether the limit is reached; counts nothing. Holds a lock on the limit until the transaction ends. */
export async function isReached(tx: Transaction, limit: Limit, now: number): Promise<boolean> {
  return (await lockedReadyAt(tx, limit, now)) > now
}

async function lockedReadyAt(tx: Transaction, limit: Limit, now: number): Promise<number> {
  await tx.lock(`limit:${limit.scope}`)
  return quotaReadyAt(tx, limit, now)
}

/** The refusal of someone who may try again in `waitMs`. */
export function tooMany(
  waitMs: number,
  words: WaitText = () => texts.server.tooManyRequests,
): HttpError {
  const seconds = Math.ceil(waitMs / 1000)
  return new HttpError('too_many_requests', { message: words(seconds), retryAfterSeconds: seconds })
}

/** When the limit has room for another hit. Hits are rows, so that all processes count together and a restart keeps them. */
export async function quotaReadyAt(
  db: Queries,
  { scope, max, windowMs }: Limit,
  now: number,
): Promise<number> {
  if (max <= 0) return now + windowMs
  const inTheWay = await db.get<{ at: number }>(sql`
    select at from limit_hits
     where scope = ${scope} and at > ${now - windowMs} and at < ${now + CLOCK_SKEW_MS}
     order by at desc
     limit 1 offset ${max - 1}`)
  return inTheWay ? inTheWay.at + windowMs : now
}

export async function addHit(db: Queries, scope: string, now: number): Promise<void> {
  await db.run(sql`insert into limit_hits (scope, at) values (${scope}, ${now})`)
}

/** Takes the newest hits back, as many as there are up to `count`. */
export async function refundHits(db: Queries, scope: string, count: number): Promise<void> {
  await db.run(sql`
    delete from limit_hits
     where id in (
       select id from limit_hits where scope = ${scope} order by at desc, id desc limit ${count}
     )`)
}

export async function pruneHits(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from limit_hits where at <= ${now - DAY_MS}`)
}

const COME_BACK_MS = 30_000

/** Bounds what goes on at once in this process: in all, and for each key, such as an address or a user. */
export function createConcurrencyLimit({ each, inAll }: { each: number; inAll: number }) {
  const active = new Map<string, number>()
  let all = 0
  return {
    /** How many there are. */
    count: () => all,
    /** Gives what ends this one. Throws 429 where there are as many as may be. */
    acquire(key: string): () => void {
      const own = active.get(key) ?? 0
      if (own >= each || all >= inAll) throw tooMany(COME_BACK_MS)
      active.set(key, own + 1)
      all += 1
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        all -= 1
        const left = (active.get(key) ?? 1) - 1
        if (left > 0) active.set(key, left)
        else active.delete(key)
      }
    },
  }
}
