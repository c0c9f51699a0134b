import type { Post } from '../../../contract/entities.ts'
import type { ListStorage } from '../../device/recent-ormas.ts'

type BurstPost = Pick<Post, 'id' | 'status' | 'burst'>

/** The posts of a feed as far as they have a tile of their own. */
export interface CollapsedFeed<P extends BurstPost> {
  posts: P[]
  /** Of each burst of two and more, by the id of its first post in the feed: how many posts there are besides. */
  others: ReadonlyMap<number, number>
  /** Posts without a tile, each with the first post of its burst, which stands for it. */
  standIns: ReadonlyMap<number, number>
}

/** Leaves one post, the first in the feed, of each burst but the open ones (by that post's id). What is loaded later joins it there. */
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

/** Whether any two of these posts are of one burst. */
export function hasBursts(posts: readonly BurstPost[]): boolean {
  return burstsOf(posts).some((burst) => burst.length > 1)
}

/** A burst has the id of its first post, which may be kept here from when it was alone. */
function burstsOf<P extends BurstPost>(posts: readonly P[]): P[][] {
  const shown = posts.filter(({ status }) => status === 'COMPLETED')
  return [...Map.groupBy(shown, ({ id, burst }) => burst ?? id).values()]
}

const KEY = 'feed-collapsed'

/** Whether this device collapses bursts. */
export function readCollapses(storage: ListStorage): boolean {
  return storage.getItem(KEY) !== null
}

export function keepCollapses(storage: ListStorage, isWanted: boolean): void {
  if (isWanted) storage.setItem(KEY, '1')
  else storage.removeItem(KEY)
}
