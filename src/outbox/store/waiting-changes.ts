import type { Comment, Post, User } from '../../../contract/entities.ts'
import type { WaitingChange } from './change-outbox.ts'
import {
  addComment,
  changeComments,
  deleteComment,
  editComment,
  placeComment,
  setLiked,
} from '../../posts/post-reactions.ts'

type Author = Pick<User, 'id' | 'name'>

/** Hexadecimal digits of a key that make a number without loss. */
const KEY_DIGITS = 13

/** The post as its user's likes and comments that still wait on this device will make it. */
export function withWaiting(
  post: Post,
  changes: readonly WaitingChange[],
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

/** Whether the post is still there once its user's changes that wait on this device are done. */
export function isStaying(post: Post, changes: readonly WaitingChange[]): boolean {
  return !changesOf(post, changes).some(({ kind }) => kind === 'delete-post')
}

/** Whether a flagged post still waits for the owner's word once all that waits on this device is done. */
export function isUndecided(post: Post, changes: readonly WaitingChange[]): boolean {
  return isStaying(post, changes) && !isApproved(post, changes)
}

/** Whether its owner has approved a post, and the server does not know yet. */
export function isApproved({ id, event_hash }: Post, changes: readonly WaitingChange[]): boolean {
  return changes.some(
    ({ kind, postId, postIds, eventHash, state }) =>
      state === 'waiting' &&
      eventHash === event_hash &&
      ((kind === 'approve-post' && postId === id) ||
        (kind === 'approve-posts' && postIds?.includes(id))),
  )
}

/** All comments of a post, with those that still wait in front. */
export function withWaitingComments(
  comments: readonly Comment[],
  { post, changes, user }: { post: Post; changes: readonly WaitingChange[]; user?: Author },
): readonly Comment[] {
  if (!user) return comments
  return changesOf(post, changes).reduce<readonly Comment[]>(
    (shown, change) => changeWaiting(shown, change, user),
    comments,
  )
}

/** The comments as a change that waits will make them; the list itself where it changes nothing in it. */
function changeWaiting(
  comments: readonly Comment[],
  change: WaitingChange,
  user: Author,
): Comment[] {
  const { kind, commentId = 0, content } = change
  const isThere = comments.some(({ id }) => id === commentId)
  if (kind === 'comment') return addWaiting(comments as Comment[], change, user)
  if (kind === 'edit-comment' && isThere) return editComment(comments, commentId, content ?? '')
  if (kind === 'delete-comment' && isThere) return deleteComment(comments, commentId)
  return comments as Comment[]
}

/** The list itself where the comment is shown already. */
function addWaiting<List extends readonly Comment[]>(
  comments: List,
  { key, content, queuedAt }: WaitingChange,
  { id, name }: Author,
): List | Comment[] {
  const unsent = unsentId(key)
  if (content === null || comments.some((comment) => comment.id === unsent)) return comments
  const createdAt = new Date(queuedAt).toISOString()
  return addComment(comments, { id: unsent, content, createdAt, User: { id, name } })
}

/** The id of a comment that the server has given none yet, by the key (UUID) that it is sent with: negative. */
export function unsentId(key: string): number {
  return -1 - Number.parseInt(key.replaceAll('-', '').slice(0, KEY_DIGITS), 16)
}

/** The post with the server's own comment in place of the one shown until it had it. */
export function settleWaiting(post: Post, key: string, comment: Comment): Post {
  const shown = [unsentId(key), comment.id]
  const isShown = post.Comments.some(({ id }) => shown.includes(id))
  return changeComments(
    post,
    (comments) => settleWaitingComment(comments, key, comment),
    isShown ? 0 : 1,
  )
}

export function settleWaitingComment(
  comments: readonly Comment[],
  key: string,
  comment: Comment,
): Comment[] {
  // One that was edited keeps its place.
  if (comments.some(({ id }) => id === comment.id)) return placeComment(comments, comment)
  return addComment(deleteComment(comments, unsentId(key)), comment)
}

function changesOf({ id, event_hash }: Post, changes: readonly WaitingChange[]): WaitingChange[] {
  return changes.filter(
    ({ postId, eventHash, state }) =>
      postId === id && eventHash === event_hash && state === 'waiting',
  )
}
