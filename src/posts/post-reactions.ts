import { COMMENTS_SHOWN, LIKES_SHOWN } from '../../contract/limits.ts'
import type { Comment, Post } from '../../contract/entities.ts'

// Likes and comments of a post, as pure functions for page and worker.

export function isLikedBy({ Likes }: Pick<Post, 'Likes'>, userId: number | undefined): boolean {
  return Likes.some((like) => like.userId === userId)
}

/** The post with or without this user's like. Setting the present state changes nothing. */
export function setLiked(post: Post, userId: number, liked: boolean): Post {
  if (isLikedBy(post, userId) === liked) return post
  const { id: post_id, event_hash } = post
  const Likes = liked
    ? [{ userId, post_id, event_hash }, ...post.Likes].slice(0, LIKES_SHOWN)
    : post.Likes.filter((like) => like.userId !== userId)
  return { ...post, Likes, likeCount: Math.max(post.likeCount + (liked ? 1 : -1), Likes.length) }
}

/** The post with likes from the server. Only the newest are listed, so the count stays where the list is full. */
export function withLikes(post: Post, Likes: Post['Likes']): Post {
  const likeCount =
    Likes.length < LIKES_SHOWN ? Likes.length : Math.max(post.likeCount, Likes.length)
  return { ...post, Likes, likeCount }
}

/** The comments with a new one first; unchanged where it is in there. */
export function insertComment(comments: readonly Comment[], comment: Comment): Comment[] {
  return hasComment(comments, comment.id) ? [...comments] : [comment, ...comments]
}

/** The comments with one as it is now: replaced by its id, or added after the unsent ones. */
export function placeComment(comments: readonly Comment[], comment: Comment): Comment[] {
  if (hasComment(comments, comment.id)) {
    return comments.map((shown) => (shown.id === comment.id ? comment : shown))
  }
  const at = comments.findIndex(({ id }) => id > 0 && id < comment.id)
  return comments.toSpliced(at < 0 ? comments.length : at, 0, comment)
}

/** The comments with a removed one back in its place by time. */
export function restoreComment(comments: readonly Comment[], comment: Comment): Comment[] {
  if (hasComment(comments, comment.id)) return [...comments]
  const at = comments.findIndex(({ createdAt }) => createdAt <= comment.createdAt)
  return comments.toSpliced(at < 0 ? comments.length : at, 0, comment)
}

export function rewordComment(
  comments: readonly Comment[],
  id: number,
  content: string,
): Comment[] {
  return comments.map((comment) => (comment.id === id ? { ...comment, content } : comment))
}

export function removeComment(comments: readonly Comment[], id: number): Comment[] {
  return comments.filter((comment) => comment.id !== id)
}

/** The post with its comments changed: the newest ones that it carries, and their count by `more` (1, 0, -1). */
export function changeComments(
  post: Post,
  change: (comments: readonly Comment[]) => Comment[],
  more: number,
): Post {
  const Comments = change(post.Comments).slice(0, COMMENTS_SHOWN)
  return { ...post, Comments, commentCount: Math.max(post.commentCount + more, Comments.length) }
}

/** The server's answer to a change of likes or comments; `comment_id`: the comment that was edited or deleted. */
export interface ReactionAnswer {
  kind: string
  comment_id?: number
  comment?: Comment
  Likes?: Post['Likes']
}

/** The post with what the server answered to a change of it. */
export function withAnswer(post: Post, answer: ReactionAnswer): Post {
  if (answer.Likes) return withLikes(post, answer.Likes)
  return changeComments(post, (all) => commentsAfter(all, answer), moreAfter(post, answer))
}

/** The comments with what the server answered to a change of one. */
export function commentsAfter(
  comments: readonly Comment[],
  { kind, comment_id, comment }: ReactionAnswer,
): Comment[] {
  if (kind === 'comment' && comment) return insertComment(comments, comment)
  if (kind === 'edit-comment' && comment)
    return rewordComment(comments, comment.id, comment.content)
  if (kind === 'delete-comment' && comment_id !== undefined)
    return removeComment(comments, comment_id)
  return [...comments]
}

/** By how much an answer changes the number of a post's comments. */
export function moreAfter(post: Post, { kind, comment }: ReactionAnswer): number {
  if (kind === 'delete-comment') return -1
  return kind === 'comment' && comment && !hasComment(post.Comments, comment.id) ? 1 : 0
}

function hasComment(comments: readonly Comment[], id: number): boolean {
  return comments.some((comment) => comment.id === id)
}
