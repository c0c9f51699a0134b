import type { Post } from '../../../contract/entities.ts'
import type { OutboxChange } from './outbox-item.ts'

// What queued changes decide of a post as a whole. Apart from what they change in it, which the feed has no need of.

/** Whether the post will still be there once its user's queued changes are done. */
export function isStaying(post: Post, changes: readonly OutboxChange[]): boolean {
  return !changesOf(post, changes).some(({ kind }) => kind === 'delete-post')
}

/** Whether a flagged post has no decision in the outbox. */
export function isUndecided(post: Post, changes: readonly OutboxChange[]): boolean {
  return isStaying(post, changes) && !isApproved(post, changes)
}

export function isApproved({ id, event_hash }: Post, changes: readonly OutboxChange[]): boolean {
  return changes.some(
    ({ kind, postId, postIds, eventHash, state }) =>
      state === 'waiting' &&
      eventHash === event_hash &&
      ((kind === 'approve-post' && postId === id) ||
        (kind === 'approve-posts' && postIds?.includes(id))),
  )
}

export function changesOf<Change extends OutboxChange>(
  { id, event_hash }: Post,
  changes: readonly Change[],
): Change[] {
  return changes.filter(
    ({ postId, eventHash, state }) =>
      postId === id && eventHash === event_hash && state === 'waiting',
  )
}
