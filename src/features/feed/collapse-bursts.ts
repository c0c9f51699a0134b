import type { Post } from '../../../contract/entities.ts'
import { groupBy } from '../../../contract/group-by.ts'
import type { ListStorage } from '../../device/recent-ormas.ts'

type BurstPost = Pick<Post, 'id' | 'status' | 'burst'>

/** The posts of a feed that have a tile of their own. */
export interface CollapsedFeed<P extends BurstPost> {
  posts: P[]
  /** For each burst of two or more, by the id of its first post in the feed: how many other posts it has. */
  others: ReadonlyMap<number, number>
  /** For each post without a tile: the first post of its burst, which is shown in its place. */
  standIns: ReadonlyMap<number, number>
}

/**
 * Leaves of each burst only its first post in the feed, except of the `open` ones (by that post's id). Posts loaded later join
 * there.
 */
export function collapseBursts<P extends BurstPost>(
  posts: readonly P[],
  open: ReadonlySet<number>,
): CollapsedFeed<P> {
  const others = new Map<number, number>()
  const standIns = new Map<number, number>()
  for (const [first, ...rest] of burstsOf(posts)) {
    if (!first || rest.length === 0) continue
    others.set(first.id, rest.length)
    if (!open.has(first.id)) for (const { id } of rest) standIns.set(id, first.id)
  }
  return { posts: posts.filter(({ id }) => !standIns.has(id)), others, standIns }
}

export function hasBursts(posts: readonly BurstPost[]): boolean {
  return burstsOf(posts).some((burst) => burst.length > 1)
}

/** A burst's id is that of its first post. That post may be cached from when it was alone, and so not carry it. */
function burstsOf<P extends BurstPost>(posts: readonly P[]): P[][] {
  const shown = posts.filter(({ status }) => status === 'COMPLETED')
  return [...groupBy(shown, ({ id, burst }) => burst ?? id).values()]
}

/** The switches of a feed: whether bursts are collapsed, and whether photos say whose they are. */
export const COLLAPSE = 'feed-collapsed'
export const NAMES = 'feed-names'

export function isSwitchedOn(storage: ListStorage, name: string): boolean {
  return storage.getItem(name) !== null
}
