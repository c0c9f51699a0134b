import { COMMENTS_SHOWN, LIKES_SHOWN, PAGE_SIZE } from '../../contract/limits.ts'
import type { Comment, Post } from '../../contract/entities.ts'

// What can happen to a list of posts, as pure functions of what is kept: page and worker change the same lists.

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

export function isLikedBy({ Likes }: Pick<Post, 'Likes'>, userId: number | undefined): boolean {
  return Likes.some((like) => like.userId === userId)
}

/** The post as this user likes it, or does not. Setting what is already so changes nothing. */
export function setLiked(post: Post, userId: number, liked: boolean): Post {
  if (isLikedBy(post, userId) === liked) return post
  const { id: post_id, event_hash } = post
  const Likes = liked
    ? [{ userId, post_id, event_hash }, ...post.Likes].slice(0, LIKES_SHOWN)
    : post.Likes.filter((like) => like.userId !== userId)
  return { ...post, Likes, likeCount: Math.max(post.likeCount + (liked ? 1 : -1), Likes.length) }
}

export function toggleLike(post: Post, userId: number): Post {
  return setLiked(post, userId, !isLikedBy(post, userId))
}

/** The post with the likes the server told of. It tells of the newest only, so a full list leaves the count alone. */
export function withLikes(post: Post, Likes: Post['Likes']): Post {
  const likeCount =
    Likes.length < LIKES_SHOWN ? Likes.length : Math.max(post.likeCount, Likes.length)
  return { ...post, Likes, likeCount }
}

/** The comments with a new one at the top. One that is already there stays single. */
export function addComment(comments: readonly Comment[], comment: Comment): Comment[] {
  return hasComment(comments, comment.id) ? [...comments] : [comment, ...comments]
}

/** The comments with one that was taken out back at its place by time. */
export function restoreComment(comments: readonly Comment[], comment: Comment): Comment[] {
  if (hasComment(comments, comment.id)) return [...comments]
  const at = comments.findIndex(({ createdAt }) => createdAt <= comment.createdAt)
  return comments.toSpliced(at < 0 ? comments.length : at, 0, comment)
}

/** The comments with the server's own in place of the one shown until it answered. */
export function settleComment(
  comments: readonly Comment[],
  shownId: number,
  settled: Comment,
): Comment[] {
  if (hasComment(comments, settled.id)) return deleteComment(comments, shownId)
  return comments.map((comment) => (comment.id === shownId ? settled : comment))
}

export function editComment(comments: readonly Comment[], id: number, content: string): Comment[] {
  return comments.map((comment) => (comment.id === id ? { ...comment, content } : comment))
}

export function deleteComment(comments: readonly Comment[], id: number): Comment[] {
  return comments.filter((comment) => comment.id !== id)
}

/** The post with its comments changed: the newest few that it carries, and `more` (1, 0, -1) in all. */
export function changeComments(
  post: Post,
  change: (comments: readonly Comment[]) => Comment[],
  more: number,
): Post {
  const Comments = change(post.Comments).slice(0, COMMENTS_SHOWN)
  return { ...post, Comments, commentCount: Math.max(post.commentCount + more, Comments.length) }
}

function hasComment(comments: readonly Comment[], id: number): boolean {
  return comments.some((comment) => comment.id === id)
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

/** Those of the newest posts that the list does not have. */
export function unseenPosts(list: PostPages, newest: readonly Post[]): Post[] {
  const known = new Set(list.pages.flat().map(({ id }) => id))
  return newest.filter(({ id }) => !known.has(id))
}

/**
 * The list brought up to date with the newest page of the server: new posts come in front, changed ones change,
 * deleted ones go, older ones stay. Where more has happened than one page tells, the list starts anew from it.
 * Posts in `keep` stay as they are shown: something of ours is on its way to them.
 */
export function mergeNewest<P extends PostPages>(
  list: P,
  newest: readonly Post[],
  keep: ReadonlySet<number> = new Set(),
): P {
  const shown = new Map(allPosts(list).map((post) => [post.id, post]))
  const first = newest.map((post) => (keep.has(post.id) ? (shown.get(post.id) ?? post) : post))
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
function filterPosts<P extends PostPages>(list: P, isKept: (post: Post) => boolean): P {
  const pages: Post[][] = []
  const pageParams: unknown[] = []
  for (const [at, page] of list.pages.entries()) {
    const kept = page.filter(isKept)
    if (at > 0 && kept.length === 0 && page.length > 0) continue
    pages.push(kept)
    pageParams.push(list.pageParams[at])
  }
  return { ...list, pages, pageParams }
}
