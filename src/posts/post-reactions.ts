import { COMMENTS_SHOWN, LIKES_SHOWN } from '../../contract/limits.ts'
import type { Comment, Post } from '../../contract/entities.ts'

// What people do to a post, as pure functions: page and worker change the same posts.

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

/** The comments with one as it is now: in its place by id, below those that are still on their way. */
export function placeComment(comments: readonly Comment[], comment: Comment): Comment[] {
  if (hasComment(comments, comment.id)) {
    return comments.map((shown) => (shown.id === comment.id ? comment : shown))
  }
  const at = comments.findIndex(({ id }) => id > 0 && id < comment.id)
  return comments.toSpliced(at < 0 ? comments.length : at, 0, comment)
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
