import { PAGE_SIZE } from '../../contract/limits.ts'
import type { Post } from '../../contract/entities.ts'

// What can happen to a list of posts, as pure functions: page and worker change the same lists.

/** Where a page of posts begins: counted, or (from the second on) after a post. */
export interface PostCursor {
  page: number
  after?: number | undefined
}

/** Posts as they were loaded, page by page. An empty last page means that there are no more. */
export interface PostPages {
  pages: Post[][]
  /** A PostCursor for each page. */
  pageParams: unknown[]
}

/** All posts in order, each once. */
export function allPosts({ pages }: Pick<PostPages, 'pages'>): Post[] {
  const seen = new Set<number>()
  return pages.flat().filter(({ id }) => !seen.has(id) && seen.add(id))
}

export function changePost<P extends PostPages>(
  list: P,
  id: number,
  change: (post: Post) => Post,
): P {
  const pages = list.pages.map((page) =>
    page.some((post) => post.id === id)
      ? page.map((post) => (post.id === id ? change(post) : post))
      : page,
  )
  return { ...list, pages }
}

export function removePost<P extends PostPages>(list: P, id: number): P {
  return filterPosts(list, (post) => post.id !== id)
}

/** The list with a post in front; where it was before it is no more. */
export function prependPost<P extends PostPages>(list: P, post: Post): P {
  const { pages, pageParams } = removePost(list, post.id)
  const [first = [], ...rest] = pages
  return { ...list, pages: [[post, ...first], ...rest], pageParams }
}

/** The newest posts with another one in its place by time; one that is there already stays as it is. */
export function placePost(newest: readonly Post[], post: Post): Post[] {
  if (newest.some(({ id }) => id === post.id)) return [...newest]
  const at = newest.findIndex((other) => isNewer(post, other))
  if (at >= 0) return newest.toSpliced(at, 0, post)
  // Behind a full page it belongs to one that is not here.
  return newest.length < PAGE_SIZE ? [...newest, post] : [...newest]
}

/** Whether a post stands before another one in the feed. */
export function isNewer(a: Post, b: Post): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt
}

/** Those of the newest posts that the list does not have. */
export function unseenPosts(list: PostPages, newest: readonly Post[]): Post[] {
  const known = new Set(list.pages.flat().map(({ id }) => id))
  return newest.filter(({ id }) => !known.has(id))
}

/**
 * The list brought up to date with the newest page of the server: new posts come in front, changed ones change,
 * deleted ones go, older ones stay. Where more has happened than one page tells, the list starts anew from it.
 * Posts in `unsettled` stay as they are shown: something of ours is on its way to them.
 */
export function mergeNewest<P extends PostPages>(
  list: P,
  newest: readonly Post[],
  unsettled: ReadonlySet<number> = new Set(),
): P {
  const shown = new Map(allPosts(list).map((post) => [post.id, post]))
  const first = newest.map((post) => (unsettled.has(post.id) ? (shown.get(post.id) ?? post) : post))
  const order = [...shown.keys()]
  const lastId = newest.at(-1)?.id
  const isWhole = newest.length < PAGE_SIZE
  const overlap = isWhole || lastId === undefined ? -1 : order.indexOf(lastId)
  const known = new Set([...order.slice(0, overlap + 1), ...newest.map(({ id }) => id)])
  // An empty feed ends with its first page, which is to be filled now.
  const ends = list.pages.length > 1 && list.pages.at(-1)?.length === 0
  const older =
    overlap < 0
      ? {
          ...list,
          pages: ends && isWhole ? [[], []] : [[]],
          pageParams: list.pageParams.slice(0, 2),
        }
      : filterPosts(list, ({ id }) => !known.has(id))
  const [head = [], ...rest] = older.pages
  const pages = [[...first, ...head], ...rest]
  return { ...list, pages, pageParams: older.pageParams.slice(0, pages.length) }
}

/** Only the first page may run empty by leaving posts out: an empty one behind it would mean the end. */
export function filterPosts<P extends PostPages>(list: P, stays: (post: Post) => boolean): P {
  const pages: Post[][] = []
  const pageParams: unknown[] = []
  for (const [at, page] of list.pages.entries()) {
    const rest = page.filter(stays)
    if (at > 0 && rest.length === 0 && page.length > 0) continue
    pages.push(rest)
    pageParams.push(list.pageParams[at])
  }
  return { ...list, pages, pageParams }
}
