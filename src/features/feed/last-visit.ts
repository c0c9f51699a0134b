import type { Post } from '../../../contract/entities.ts'
import type { ListStorage } from '../../device/recent-ormas.ts'
import { seenKey } from '../../device/seen-key.ts'

/** Who comes back sooner has not been away. */
const SAME_VISIT_MS = 30 * 60_000

/** The newest post of a feed at some time. */
export type SeenMark = Pick<Post, 'id' | 'createdAt'>

interface Visit {
  /** What was the newest when the feed was left, and what had been seen when it was opened. */
  newest: SeenMark
  seen: SeenMark | null
  /** Epoch milliseconds. */
  leftAt: number
}

/** What of a feed was seen at the last visit on this device; null: nothing. */
export function readSeen(
  storage: ListStorage,
  event_hash: string,
  now = Date.now(),
): SeenMark | null {
  try {
    const { newest, seen, leftAt } = JSON.parse(storage.getItem(seenKey(event_hash)) ?? '') as Visit
    return now - leftAt < SAME_VISIT_MS ? seen : newest
  } catch {
    // Not a note of ours, or none at all.
    return null
  }
}

/** Notes at the end of a visit what has been seen by now. */
export function noteSeen(
  storage: ListStorage,
  event_hash: string,
  { newest, seen }: { newest: SeenMark; seen: SeenMark | null },
  now = Date.now(),
): void {
  const { id, createdAt } = newest
  const left: Visit = { newest: { id, createdAt }, seen, leftAt: now }
  storage.setItem(seenKey(event_hash), JSON.stringify(left))
}

/** Place of the first post that was there at the last visit; 0: nothing is new, or nothing is known of one. */
export function firstSeen(posts: readonly Post[], seen: SeenMark | null): number {
  if (!seen) return 0
  const at = posts.findIndex(({ id }) => id === seen.id)
  // It has been deleted since: the ones before it in time were there as well.
  const place = at < 0 ? posts.findIndex(({ createdAt }) => createdAt <= seen.createdAt) : at
  return Math.max(0, place)
}
