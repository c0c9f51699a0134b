import * as v from 'valibot'
import { event as eventSchema } from '../../contract/entities.ts'
import { RECENTLY_VIEWED_MAX } from '../../contract/limits.ts'

/** The part of `localStorage` that these lists need. */
export interface ListStorage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

export const RECENT_KEY = 'recent_ormas'
export const VISITS_KEY = 'last_visits'
export const SENT_KEY = 'recent_viewed_api'

/** What a card shows of an Orma. */
const recentOrma = v.pick(eventSchema, [
  'id',
  'event_hash',
  'name',
  'event_date',
  'event_profile_image_url',
])
export type RecentOrma = v.InferOutput<typeof recentOrma>

/** The Ormas opened on this device, the last discovered first. */
export function readRecentOrmas(storage: ListStorage): RecentOrma[] {
  return readList(storage, RECENT_KEY, recentOrma)
}

/** Puts an Orma first in the list; one that is in it keeps its place and gets its new name and picture. */
export function addRecentOrma(orma: RecentOrma, storage: ListStorage): void {
  const entry = v.parse(recentOrma, orma)
  const list = readRecentOrmas(storage)
  const isKnown = list.some(({ event_hash }) => event_hash === entry.event_hash)
  const next = isKnown
    ? list.map((known) => (known.event_hash === entry.event_hash ? entry : known))
    : [entry, ...list].slice(0, RECENTLY_VIEWED_MAX)
  storage.setItem(RECENT_KEY, JSON.stringify(next))
}

/** Stores a visit as the latest. */
export function addVisit(event_hash: string, storage: ListStorage): void {
  const others = readVisits(storage).filter((visited) => visited !== event_hash)
  const visits = [event_hash, ...others].slice(0, RECENTLY_VIEWED_MAX)
  storage.setItem(VISITS_KEY, JSON.stringify(visits))
}

/** The Ormas visited on this device, the latest first. */
export function readVisits(storage: ListStorage): string[] {
  return readHashes(storage, VISITS_KEY)
}

/** The first list, then what only the second has. */
export function mergeOrmas(
  first: readonly RecentOrma[],
  second: readonly RecentOrma[],
): RecentOrma[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...second.filter(({ id }) => !ids.has(id))]
}

/** The Ormas in the order of their last visits on this device, each once; those never visited come last, in their order. */
export function byLastVisit(ormas: readonly RecentOrma[], storage: ListStorage): RecentOrma[] {
  const visits = readVisits(storage)
  const place = ({ event_hash }: RecentOrma) => {
    const at = visits.indexOf(event_hash)
    return at < 0 ? visits.length : at
  }
  const single = new Map(ormas.map((orma) => [orma.event_hash, orma]))
  return [...single.values()].toSorted((one, other) => place(one) - place(other))
}

/** Whether the server was told of a visit since this user signed in. */
export function isVisitSent(event_hash: string, storage: ListStorage): boolean {
  return readHashes(storage, SENT_KEY).includes(event_hash)
}

export function addSentVisit(event_hash: string, storage: ListStorage): void {
  const sent = new Set(readHashes(storage, SENT_KEY)).add(event_hash)
  storage.setItem(SENT_KEY, JSON.stringify([...sent]))
}

/** Forgets of which visits the server was told: they were another user's. */
export function forgetReports(storage: ListStorage): void {
  storage.removeItem(SENT_KEY)
}

function readHashes(storage: ListStorage, key: string): string[] {
  return readList(storage, key, v.string())
}

/** The entries of a stored array that match the schema. */
export function readList<Schema extends v.GenericSchema>(
  storage: ListStorage,
  key: string,
  entry: Schema,
): v.InferOutput<Schema>[] {
  const list = parseJson(storage.getItem(key))
  if (!Array.isArray(list)) return []
  return list.flatMap((item) => {
    const parsed = v.safeParse(entry, item)
    return parsed.success ? [parsed.output] : []
  })
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    // Not written by this app: counts as an empty list.
    return []
  }
}

// Storage keys of what a device notes of an Orma beside its record; forgotten with it.

/** Of the note how much of its feed was seen. */
export const seenKey = (event_hash: string) => `feed-seen:${event_hash}`
/** Of whether the Orma counts this device among its guests: by which number, or by an account. */
export const visitorKey = (event_hash: string) => `visitor:${event_hash}`
/** Of the number that its words at the door are counted by, and whether one was taken. */
export const atDoorKey = (event_hash: string) => `at-door:${event_hash}`
/** Of the height of what its organisers have to review. */
export const stripKey = (event_hash: string) => `strip-height:${event_hash}`
/** Of the accent that its banner gives. */
export const accentKey = (event_hash: string) => `accent:${event_hash}`
