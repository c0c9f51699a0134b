import type { Post } from '../../contract/entities.ts'
import { isNewer } from './post-list.ts'

/** A place in a list of posts: that of a post, also once it has gone. */
export interface PlaceInList {
  post_id: number
  createdAt: string
}

/** Where the post of a place is among these, or, where it has gone, the one that follows it; undefined: it lies further down. */
export function findPlace(
  posts: readonly Post[],
  { post_id, createdAt }: PlaceInList,
): number | undefined {
  const at = posts.findIndex(({ id }) => id === post_id)
  if (at >= 0) return at
  const left = { id: post_id, createdAt }
  // Those in front that are not finished have no place among them by time.
  const next = posts.findIndex((post) => post.status === 'COMPLETED' && isNewer(left, post))
  return next < 0 ? undefined : next
}
