import { PAGE_SIZE } from '../../contract/limits.ts'
import type { Post } from '../../contract/entities.ts'
import { allPosts, isNewer } from './post-list.ts'
import type { PostPages } from './post-list.ts'

// What can be told of single posts, as pure functions of the lists that they are in.

/** The list with a post in its place by time, as far as the list reaches; one that is there already stays as it is. */
export function insertPost<P extends PostPages>(list: P, post: Post): P {
  if (allPosts(list).some(({ id }) => id === post.id)) return list
  const isBefore = (other: Post) => isNewer(post, other)
  const found = list.pages.findIndex((page) => page.some(isBefore))
  const at = found < 0 ? lastPageOf(list) : found
  const page = list.pages[at]
  if (!page) return list
  const place = found < 0 ? page.length : page.findIndex(isBefore)
  return { ...list, pages: list.pages.with(at, page.toSpliced(place, 0, post)) }
}

/** Where the oldest post of all would be; -1: the list does not reach the end. */
function lastPageOf({ pages }: PostPages): number {
  const count = pages.flat().length
  if (count === 0) return 0
  const reachesEnd = count < PAGE_SIZE || pages.at(-1)?.length === 0
  return reachesEnd ? pages.findLastIndex((page) => page.length > 0) : -1
}

/** The newest posts without one, and as many as before where the list knows the next: a short page would mean the end. */
export function dropPost(newest: readonly Post[], list: PostPages | undefined, id: number): Post[] {
  const left = newest.filter((post) => post.id !== id)
  if (left.length === newest.length || newest.length < PAGE_SIZE || !list) return left
  const older = allPosts(list)
  const at = older.findIndex((post) => post.id === left.at(-1)?.id)
  return [...left, ...older.slice(at + 1, at < 0 ? 0 : at + 2)]
}
