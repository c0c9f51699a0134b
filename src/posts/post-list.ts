import { groupBy } from '../../contract/group-by.ts'
import { FIRST_PAGE } from '../../contract/limits.ts'
import type { Post } from '../../contract/entities.ts'

// Changes of a list of posts, as pure functions for page and worker.

/** Where a page of posts begins: by number, or (from the second on) after a post. Of a list that leads up: where it ends. */
export interface PostCursor {
  page: number
  after?: number | undefined
  before?: number | undefined
  /** The page comes from this device, and is to be asked for again. */
  isCached?: true | undefined
}

/** A list, page by page as it was loaded. An empty last page means that there is no more. */
interface Pages<Each> {
  pages: Each[][]
  /** A PostCursor for each page. */
  pageParams: unknown[]
}

export type PostPages = Pages<Post>
/** A list of posts as the query cache has it. */
export type IdPages = Pages<number>
type Entry = number | Pick<Post, 'id'>

/** Consecutive posts of a feed, as the server listed them. */
export interface Stretch {
  posts: readonly Post[]
  /** It begins with the newest post of the feed. */
  isTop: boolean
  /** It ends with the oldest post of the feed. */
  isEnd: boolean
}

/** Query options for loading a list of posts page by page. */
export const byPage = {
  initialPageParam: { page: FIRST_PAGE } as PostCursor,
  getNextPageParam: (
    lastPage: readonly Entry[],
    _pages: readonly Entry[][],
    { page }: PostCursor,
  ): PostCursor | undefined => {
    const last = lastPage.at(-1)
    if (last === undefined) return undefined
    return { page: page + 1, after: typeof last === 'number' ? last : last.id }
  },
}

/** A list whose first page is known: from the HTML, the cache, another list or the server. */
export function listOf<Each extends Entry>(posts: Each[], isEnd = false): Pages<Each> {
  const first = byPage.initialPageParam
  if (!isEnd) return { pages: [posts], pageParams: [first] }
  const next = byPage.getNextPageParam(posts, [], first) ?? first
  return { pages: [posts, []], pageParams: [first, next] }
}

/** Whether a list is loaded to its end. */
export function hasEnd({ pages }: Pages<unknown>): boolean {
  return pages.length > 1 && pages.at(-1)?.length === 0
}

/** All posts in order, each once. */
export function allPosts({ pages }: Pick<PostPages, 'pages'>): Post[] {
  const seen = new Set<number>()
  return pages.flat().filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** All ids in order, each once. */
export function allIds(list: IdPages | readonly number[]): number[] {
  return [...new Set('pages' in list ? list.pages.flat() : list)]
}

type Dated = Pick<Post, 'id' | 'createdAt'>

/** Whether a post stands before another one in the feed. */
export function isNewer(a: Dated, b: Dated): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt
}

/**
 * The list with a stretch of the feed merged in: new posts are added, changed ones replaced, those missing in the stretch
 * removed. Where the stretch ends between unknown posts the list ends there, and its next page has to be loaded.
 */
export function mergeStretch(list: PostPages, { posts: told, isTop, isEnd }: Stretch): PostPages {
  const shown = new Set(allPosts(list).map(({ id }) => id))
  const [first, last] = [told[0], told.at(-1)]
  if (!isTop && !(first && reaches(list, first))) return list
  // A single post says nothing about the posts after it.
  const isFollowed = told.length === 1 || (last !== undefined && shown.has(last.id))
  const isBefore = (post: Post) => !isTop && first !== undefined && isNewer(post, first)
  const isBehind = (post: Post) => !isEnd && isFollowed && last !== undefined && isNewer(last, post)
  const ids = new Set(told.map(({ id }) => id))
  const stays = (post: Post) => !ids.has(post.id) && (isBefore(post) || isBehind(post))
  const places = groupBy(told, (post) => placeOf(list, post))
  const pages = list.pages.map((page, at) =>
    [...page.filter(stays), ...(places.get(at) ?? [])].toSorted((one, other) =>
      isNewer(one, other) ? -1 : 1,
    ),
  )
  return withPages(list, pages, isEnd || isFollowed)
}

/**
 * Whether a post is within the list or directly after it. A list that is shorter than a page is not all there is: it may have been
 * longer before posts were deleted.
 */
export function reaches(list: PostPages, post: Post): boolean {
  const shown = allPosts(list)
  const isWhole = hasEnd(list) || shown.length === 0
  return isWhole || shown.some((other) => !isNewer(other, post))
}

/** Index of the page that a post belongs to; for one older than all, of the last page with posts. */
function placeOf({ pages }: PostPages, post: Post): number {
  const end = pages.findLastIndex((page) => page.length > 0)
  return pages.findIndex(
    (page, at) => at === Math.max(0, end) || page.some((other) => !isNewer(other, post)),
  )
}

export function filterPages<Each>(list: Pages<Each>, stays: (each: Each) => boolean): Pages<Each> {
  return withPages(
    list,
    list.pages.map((page) => page.filter(stays)),
  )
}

/** Only the first page may become empty: any other empty page would mean the end. */
function withPages<Each>(list: Pages<Each>, pages: Each[][], keepsEnd = true): Pages<Each> {
  const stays = (_each: unknown, at: number) =>
    at === 0 || pages[at]?.length !== 0 || (keepsEnd && list.pages[at]?.length === 0)
  return { ...list, pages: pages.filter(stays), pageParams: list.pageParams.filter(stays) }
}

/** Ids that are in `before` and not in `after`. */
export function missingFrom(before: readonly number[], after: readonly number[]): number[] {
  const left = new Set(after)
  return before.filter((id) => !left.has(id))
}

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
