import type { CHANGE_KINDS } from '../../../contract/worker-messages.ts'
import { UNTRIED } from './outbox-item.ts'
import type { ItemFields } from './outbox-item.ts'

/** A like, a comment, an edit, a deletion or an approval that the server has not confirmed. */
export interface OutboxChange extends ItemFields {
  kind: (typeof CHANGE_KINDS)[number]
  postId: number
  /** The text of a comment after the change. */
  content: string | null
  /** The comment to be edited or deleted. */
  commentId?: number
  /** Posts that are approved together; `postId` is the first of them. */
  postIds?: number[]
}

export type NewChange = Pick<
  OutboxChange,
  'key' | 'kind' | 'eventHash' | 'postId' | 'content' | 'commentId' | 'postIds' | 'ownerUserId'
>

/** The record of a change as it is made. */
export function changeRecord(change: NewChange, now = Date.now()): Omit<OutboxChange, 'seq'> {
  const owned = { ownerMark: null, isInMemory: false, queuedAt: now }
  return { ...UNTRIED, ...owned, ...change, state: 'waiting' }
}

/**
 * Whether two changes must be done in their order: a like and its taking back, changes of one comment, decisions about one post.
 * Others may pass each other; each new comment is a thing of its own.
 */
export function isOfSameThing(one: NewChange, other: NewChange): boolean {
  const thing = thingOf(one)
  return (
    thing !== undefined &&
    thing === thingOf(other) &&
    one.ownerUserId === other.ownerUserId &&
    one.eventHash === other.eventHash &&
    one.postId === other.postId &&
    one.commentId === other.commentId
  )
}

function thingOf({ kind }: NewChange): string | undefined {
  if (kind === 'like' || kind === 'unlike') return 'like'
  if (kind === 'edit-comment' || kind === 'delete-comment') return 'comment'
  return kind === 'comment' ? undefined : 'post'
}
