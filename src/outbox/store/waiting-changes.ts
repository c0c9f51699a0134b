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

/** The list itself where the comment is shown as one being sent already. */
function addWaiting<List extends readonly Comment[]>(
  comments: List,
  { seq, content, queuedAt }: WaitingChange,
  { id, name }: Author,
): List | Comment[] {
  if (content === null || hasUnsent(comments, content)) return comments
  const createdAt = new Date(queuedAt).toISOString()
  // Apart from the numbers that a page gives to comments it is sending.
  return addComment(comments, { id: -1e9 - seq, content, createdAt, User: { id, name } })
}

/** The post with the server's own comment in place of the one shown until it had it. */
export function settleWaiting(post: Post, content: string, comment: Comment): Post {
  const isShown = hasUnsent(post.Comments, content)
  const isKnown = post.Comments.some(({ id }) => id === comment.id)
  return changeComments(
    post,
    (comments) => settleWaitingComment(comments, content, comment),
    isShown || isKnown ? 0 : 1,
  )
}

export function settleWaitingComment(
  comments: readonly Comment[],
  content: string,
  comment: Comment,
): Comment[] {
  // One that was edited keeps its place.
  if (comments.some(({ id }) => id === comment.id)) return placeComment(comments, comment)
  const shown = comments.find(({ id, content: words }) => id < 0 && words === content)
  return addComment(shown ? deleteComment(comments, shown.id) : comments, comment)
}

/** Whether a comment of these words is shown that the server has given no id yet. */
function hasUnsent(comments: readonly Comment[], content: string): boolean {
  return comments.some((comment) => comment.id < 0 && comment.content === content)
}

function changesOf({ id, event_hash }: Post, changes: readonly WaitingChange[]): WaitingChange[] {
  return changes.filter(
    ({ postId, eventHash, state }) =>
      postId === id && eventHash === event_hash && state === 'waiting',
  )
}
