import type { Comment, Post, User } from '../../../contract/entities.ts'
import type { OutboxChange } from './outbox-item.ts'
import {
  insertComment,
  changeComments,
  removeComment,
  rewordComment,
  setLiked,
} from '../../posts/post-reactions.ts'
import { changesOf } from './waiting-decisions.ts'

type Author = Pick<User, 'id' | 'name'>

/** So many hexadecimal digits of a key fit into a number exactly. */
const KEY_DIGITS = 13

/** The post as it will be once its user's queued changes are done. */
export function withWaiting(
  post: Post,
  changes: readonly OutboxChange[],
  user: Author | undefined,
): Post {
  if (!user) return post
  return changesOf(post, changes).reduce((shown, change) => {
    if (change.kind === 'like' || change.kind === 'unlike') {
      return setLiked(shown, user.id, change.kind === 'like')
    }
    const before = shown.Comments
    const after = changeWaiting(before, change, user)
    const more = after.length - before.length
    return after === before ? shown : changeComments(shown, () => after, more)
  }, post)
}

/** All comments of a post, with the queued ones first. */
export function withWaitingComments(
  comments: readonly Comment[],
  { post, changes, user }: { post: Post; changes: readonly OutboxChange[]; user?: Author },
): readonly Comment[] {
  if (!user) return comments
  return changesOf(post, changes).reduce<readonly Comment[]>(
    (shown, change) => changeWaiting(shown, change, user),
    comments,
  )
}

/** The comments after a queued change; the same list where nothing changes in it. */
function changeWaiting(
  comments: readonly Comment[],
  change: OutboxChange,
  user: Author,
): Comment[] {
  const { kind, commentId = 0, content } = change
  const isThere = comments.some(({ id }) => id === commentId)
  if (kind === 'comment') return addWaiting(comments as Comment[], change, user)
  if (kind === 'edit-comment' && isThere) return rewordComment(comments, commentId, content ?? '')
  if (kind === 'delete-comment' && isThere) return removeComment(comments, commentId)
  return comments as Comment[]
}

/** The same list where the comment is in it already. */
function addWaiting<List extends readonly Comment[]>(
  comments: List,
  { key, content, queuedAt }: OutboxChange,
  { id, name }: Author,
): List | Comment[] {
  const unsent = unsentId(key)
  if (content === null || comments.some((comment) => comment.id === unsent)) return comments
  const createdAt = new Date(queuedAt).toISOString()
  return insertComment(comments, { id: unsent, content, createdAt, User: { id, name } })
}

/** The id of a comment that the server has not numbered yet: negative, made from its key (UUID). */
export function unsentId(key: string): number {
  return -1 - Number.parseInt(key.replaceAll('-', '').slice(0, KEY_DIGITS), 16)
}

/** Whether the server has not numbered the comment yet. */
export function isUnsentComment({ id }: Pick<Comment, 'id'>): boolean {
  return id < 0
}
