import type { Event, Post } from '../../../contract/entities.ts'
import type { ListStorage } from '../../device/recent-ormas.ts'
import { seenKey } from '../../device/recent-ormas.ts'
import type { PlaceInList } from '../../posts/post-list.ts'
import { isNewer } from '../../posts/post-list.ts'

/** Coming back within this time of leaving counts as the same visit. */
const SAME_VISIT_MS = 30 * 60_000

/** The newest post of a feed at some time. */
type SeenMark = Pick<Post, 'id' | 'createdAt'>

interface Visit {
  /** `newest`: the newest post when the feed was left. `seen`: what had been seen when it was opened. */
  newest: SeenMark
  seen: SeenMark | null
  /** Epoch milliseconds. */
  leftAt: number
}

/** What was seen of a feed at the last visit on this device; null: nothing. */
export function readSeen(
  storage: ListStorage,
  event_hash: string,
  now = Date.now(),
): SeenMark | null {
  const { newest, seen, leftAt } = readVisit(storage, event_hash) ?? {}
  return (leftAt !== undefined && now - leftAt < SAME_VISIT_MS ? seen : newest) ?? null
}

/** The newest post that a feed showed on this device when it was last left; null: none. */
export function readNewestSeen(storage: ListStorage, event_hash: string): SeenMark | null {
  return readVisit(storage, event_hash)?.newest ?? null
}

function readVisit(storage: ListStorage, event_hash: string): Partial<Visit> | undefined {
  try {
    return (JSON.parse(storage.getItem(seenKey(event_hash)) ?? '') as Visit | null) ?? undefined
  } catch {
    // Not written by this app, or nothing.
    return undefined
  }
}

/** Notes at the end of a visit what has been seen, unless more was seen already, in another tab. */
export function noteSeen(
  storage: ListStorage,
  event_hash: string,
  { newest, seen }: { newest: SeenMark; seen: SeenMark | null },
  now = Date.now(),
): void {
  const known = readVisit(storage, event_hash)?.newest
  // A tab that stood in the background all evening is closed last.
  if (known && isNewer(known, newest)) return
  const { id, createdAt } = newest
  const left: Visit = { newest: { id, createdAt }, seen, leftAt: now }
  storage.setItem(seenKey(event_hash), JSON.stringify(left))
}

/**
 * Index of the first post that was there at the last visit; 0: nothing is new, or there was no visit. One's own unfinished posts,
 * which stand in front of the feed, are neither.
 */
export function firstSeen(posts: readonly Post[], seen: SeenMark | null): number {
  if (!seen) return 0
  const at = posts.findIndex(({ id }) => id === seen.id)
  // That post was deleted since: the first one taken no later than it.
  const place =
    at < 0 ? posts.findIndex((post) => isFinished(post) && post.createdAt <= seen.createdAt) : at
  return posts.some((post, index) => index < place && isFinished(post)) ? place : 0
}

function isFinished({ status }: Post): boolean {
  return status === 'COMPLETED'
}

/** Where a feed was left: the post at the window's upper edge, and how far it was below that edge (pixels). */
export interface ScrollPlace extends PlaceInList {
  offset: number
}

const placeKey = (event_hash: string) => `feed-place:${event_hash}`

export function savePlace(storage: ListStorage, event_hash: string, at: ScrollPlace | undefined) {
  if (at) storage.setItem(placeKey(event_hash), JSON.stringify(at))
  else storage.removeItem(placeKey(event_hash))
}

export function savedPlace(storage: ListStorage, event_hash: string): ScrollPlace | undefined {
  try {
    const place = JSON.parse(storage.getItem(placeKey(event_hash)) ?? '') as ScrollPlace
    const { post_id, createdAt, offset } = place
    const isPlace =
      Number.isInteger(post_id) && Number.isFinite(offset) && Date.parse(createdAt) > 0
    return isPlace ? { post_id, createdAt, offset } : undefined
  } catch {
    // Not written by this app, or nothing.
    return undefined
  }
}

/** Whether what is known of an Orma was told to who organises it. */
export function isOrganisersView({ storageBytes }: Event): boolean {
  return storageBytes !== undefined
}
