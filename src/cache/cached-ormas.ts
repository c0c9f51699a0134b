import * as v from 'valibot'
import { get, promisifyRequest, update, values, clear, del } from 'idb-keyval'
import type { Event } from '../../contract/entities.ts'
import { organisersKeys, queryKeys } from './query-keys.ts'
import { readAnswer } from './answers.ts'
import {
  ormas,
  shaped,
  answers,
  changeRecords,
  deleteBelow,
  keysBelow,
  posts,
} from './cache-database.ts'
import { event } from '../../contract/entities.ts'
import { forgetOrmaPictures, listPictureCaches } from './cached-pictures.ts'

/** So many Ormas stay cached because they were visited lately; downloaded ones stay besides. */
const CACHED_ORMAS_MAX = 20
const CACHED_FOR_MS = 30 * 24 * 60 * 60_000
/** So many stay however old they seem to be: a clock that is wrong for a moment must not empty a phone. */
const AGELESS_ORMAS = 5

const cachedOrma = v.object({
  event_hash: v.string(),
  /** Epoch milliseconds, later where the clock was put back: no visit is older than one before it. 0: never. */
  visitedAt: v.optional(v.number(), 0),
  /** Somebody wants it downloaded. */
  isWanted: v.optional(v.boolean(), false),
  /** All of it has been cached since somebody wanted it. */
  isWhole: v.optional(v.boolean(), false),
  /** Id of the last live event heard of it; null: none. */
  liveId: v.optional(v.nullable(v.string()), null),
})
/** An Orma of which something is cached on this device. */
export type CachedOrma = v.InferOutput<typeof cachedOrma>

/** Notes that an Orma is looked at, and forgets Ormas that were not visited for long. */
export async function noteVisit(event_hash: string, now = Date.now()): Promise<void> {
  // One transaction, begun at once: what is cached of the Orma from here on finds its record.
  await ormas('readwrite', async (store) => {
    const known = ormasIn(await promisifyRequest<unknown[]>(store.getAll()))
    const found = known.find((orma) => orma.event_hash === event_hash)
    const visitedAt = Math.max(now, (known[0]?.visitedAt ?? 0) + 1)
    store.put({ ...found, event_hash, visitedAt }, event_hash)
  })
  await pruneOrmas(now)
}

/** The Ormas of which something is cached, the last visited first. */
export async function listCachedOrmas(): Promise<CachedOrma[]> {
  return ormasIn(await values<unknown>(ormas))
}

function ormasIn(records: readonly unknown[]): CachedOrma[] {
  return records
    .flatMap((record) => shaped(record, cachedOrma) ?? [])
    .toSorted((one, other) => other.visitedAt - one.visitedAt)
}

/** The Ormas that open without a network, the last visited first. */
export async function listReadableOrmas(): Promise<Event[]> {
  const keys = (await listCachedOrmas()).map(({ event_hash }) => queryKeys.event(event_hash))
  const events = await Promise.all(keys.map(readAnswer))
  return events.flatMap((event) => (event && !event.paused ? [event.data as Event] : []))
}

export async function findCachedOrma(event_hash: string): Promise<CachedOrma | undefined> {
  return shaped(await get<unknown>(event_hash, ormas), cachedOrma)
}

/** Changes the record of an Orma in one transaction; creates it where there is none. */
export async function changeCachedOrma(event_hash: string, change: Partial<CachedOrma>) {
  const join = (found: unknown) => ({ event_hash, ...shaped(found, cachedOrma), ...change })
  await update<unknown>(event_hash, join, ormas)
}

/** Notes that all of an Orma is cached, where somebody still wants it. Gives whether that is so. */
export function markWhole(event_hash: string): Promise<boolean> {
  return ormas('readwrite', async (store) => {
    const found = shaped(await promisifyRequest<unknown>(store.get(event_hash)), cachedOrma)
    if (!found?.isWanted) return false
    store.put({ ...found, isWhole: true }, event_hash)
    return true
  })
}

/** Forgets all but the last 20 visited, and of these all but the last five that were not visited for 30 days, each as a whole. */
export async function pruneOrmas(now = Date.now()): Promise<void> {
  const unwanted = (await listCachedOrmas()).filter(({ isWanted }) => !isWanted)
  for (const [place, { event_hash, visitedAt }] of unwanted.entries()) {
    const isOld = place >= AGELESS_ORMAS && visitedAt < now - CACHED_FOR_MS
    if (isOld || place >= CACHED_ORMAS_MAX) await forgetOrma(event_hash)
  }
}

// Forgets all of one Orma, of all Ormas, or what only a user may see. Single posts: `forgetPosts`.

/** Forgets all of an Orma on this device; where it `isGone` for everyone, also in the lists of a user's Ormas. */
export async function forgetOrma(event_hash: string, isGone = false): Promise<void> {
  for (const prefixOf of [queryKeys.event, queryKeys.allOwnPosts, queryKeys.allFlagged])
    await deleteBelow(answers, ...prefixOf(event_hash))
  await deleteBelow(posts, event_hash)
  await del(event_hash, ormas)
  if (isGone)
    await changeRecords(keysBelow('user'), v.array(event), (list) => ({
      data: list.filter((orma) => orma.event_hash !== event_hash),
    }))
  await forgetOrmaPictures(event_hash)
}

export async function forgetEverything(): Promise<void> {
  for (const store of [answers, posts, ormas]) await clear(store)
  for (const event_hash of await listPictureCaches()) await forgetOrmaPictures(event_hash)
}

/** Forgets answers that only the signed-in user may see. */
export function forgetUserAnswers(): Promise<void> {
  return deleteBelow(answers, 'user')
}

/** Forgets what only organisers of an Orma may see. */
export async function forgetOrganisersAnswers(event_hash: string): Promise<void> {
  for (const keyOf of organisersKeys) await deleteBelow(answers, ...keyOf(event_hash))
}

/** Notes the server's message that an Orma is paused, which hides all of it; undefined: it is open again. */
export function markPaused(event_hash: string, paused: string | undefined): Promise<void> {
  const key = IDBKeyRange.only(queryKeys.event(event_hash))
  return changeRecords(key, event, () => ({ paused }))
}
