import type { CHANGE_KINDS } from '../../../contract/worker-messages.ts'
import type { OutboxPhoto } from './outbox-photo.ts'
import type { Outbox } from './outbox.ts'

/**
 * `draft`: chosen, not queued. `waiting`, `sending`: queued; to whoever begins to send `sending` means `waiting`. `processing`: the
 * server has it and makes its renditions. `done`: nothing more to do. `refused`: needs a person; the reason says why. A change is
 * `waiting` or `refused`.
 */
export type ItemState = 'draft' | 'waiting' | 'sending' | 'processing' | 'done' | 'refused'

export interface ItemFields {
  /** Order of doing; set by the store. */
  seq: number
  /** UUID, sent as `Idempotency-Key`: sent twice, it is done once. */
  key: string
  eventHash: string
  /** Only this user may send it; null until someone signs in. */
  ownerUserId: number | null
  /** Which person that is, whatever id the server gives them later (`markOwner`); null until their session ends. */
  ownerMark: string | null
  state: ItemState
  /** How often sending it failed since the last progress. */
  attempts: number
  /** Epoch milliseconds before which it is neither sent nor asked for. */
  nextAt: number
  /** Length of that wait at its beginning, milliseconds: a longer one now means that the clock was put back. */
  waitMs: number
  /** Why it waits or was refused, as a sentence for people. */
  reason: string | null
  /** The same, as a stable code. */
  reasonCode: string | null
  /** Epoch milliseconds. */
  queuedAt: number
  /** The device had no room for it: it is lost with its page. */
  isInMemory: boolean
}

/** Something that was done on this device and must reach the server. */
export type OutboxItem = OutboxPhoto | OutboxChange
export type NewItem = Omit<OutboxPhoto, 'seq'> | Omit<OutboxChange, 'seq'>

/** What changes in a record; undefined: nothing. */
export type ItemChange = (item: OutboxItem) => Partial<OutboxItem> | undefined

/** What a record says of its waits before the first of them. */
export const UNTRIED = {
  attempts: 0,
  nextAt: 0,
  waitMs: 60_000,
  reason: null,
  reasonCode: null,
} satisfies Partial<ItemFields>

/** `reasonCode` of what waits because the server was silent. */
export const NO_NETWORK = 'no_network'

/** `reasonCode` of what waits because its Orma is closed: paused, or asking this device for its word. */
export const CLOSED: readonly (string | null)[] = ['paused', 'pin_wanted']

export function isPhoto(item: OutboxItem): item is OutboxPhoto {
  return item.kind === 'photo'
}

export function isChange(item: OutboxItem): item is OutboxChange {
  return !isPhoto(item)
}

/** Whether it is to be sent, or being sent. */
export function isQueued({ state }: Pick<OutboxItem, 'state'>): boolean {
  return state === 'waiting' || state === 'sending'
}

/** The photos of an outbox, in the order of choosing. */
export async function listPhotos(outbox: Pick<Outbox, 'list'>): Promise<OutboxPhoto[]> {
  return (await outbox.list()).filter(isPhoto)
}

/** A change of records that leaves all but photos as they are. */
export function forPhotos(
  change: (photo: OutboxPhoto) => Partial<OutboxPhoto> | undefined,
): ItemChange {
  return (item) => (isPhoto(item) ? change(item) : undefined)
}

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
