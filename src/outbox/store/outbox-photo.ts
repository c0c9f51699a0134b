import type { PostStatus } from '../../../contract/entities.ts'

/**
 * `draft`: chosen, not yet to be sent. `waiting`, `sending`: to be sent by whoever holds the lock; after a crash
 * `sending` means `waiting`. `processing`: the server has it and makes its renditions. `done`: nothing more to do.
 * `refused`: needs a person; the reason says why.
 */
export type PhotoState = 'draft' | 'waiting' | 'sending' | 'processing' | 'done' | 'refused'

/** What became of the post: `GONE` if it was deleted meanwhile. */
export type PostOutcome = PostStatus | 'GONE'

/** `reasonCode` of a photo that waits because the server could not be reached. */
export const NO_NETWORK = 'no_network'

/** `reasonCode` of a photo that its Orma refused because it took none. */
export const WINDOW_CLOSED = 'window_closed'

/** `eventHash` of a draft that was shared with the app and has no Orma yet. */
export const NO_ORMA = ''

/** A photo that was chosen on this device, without its bytes. */
export interface OutboxPhoto {
  /** Order of choosing; made by the store. */
  seq: number
  /** UUID, sent as `Idempotency-Key`: sending twice makes one post. */
  key: string
  eventHash: string
  /** Only this user may send it; null until someone signs in. */
  ownerUserId: number | null
  name: string
  type: string
  size: number
  /** When it was taken as far as the device knows, ISO 8601 with offset. */
  original_date: string
  /** IANA name. */
  timezone: string
  /** Of the bytes, hex; null where the browser cannot tell (a page without https). */
  sha256: string | null
  /** Of the bytes that were chosen, once a smaller photo has taken their place. */
  original_sha256: string | null
  state: PhotoState
  /** How often it was sent in vain since it last came further. */
  attempts: number
  /** Epoch milliseconds before which it is neither sent nor asked for again. */
  nextAt: number
  /** How long that wait was meant to be, milliseconds: a longer one means that the clock was put back. */
  waitMs: number
  /** The server's name of its resumable upload, so that anybody can go on with it. */
  uploadId: string | null
  /** A page is to put a smaller photo in its place; past `nextAt` it goes as it is. Nothing of it has been sent. */
  isToShrink: boolean
  /** Bytes that the server has confirmed. */
  offset: number
  /** Something was sent after which the server may have all of it, whatever was answered. */
  mayBeStored: boolean
  /** Discarded while the server may have had it: it goes once the server says that it has not. */
  isUnwanted: boolean
  /** Why it waits or was refused, for a person to read. */
  reason: string | null
  reasonCode: string | null
  postId: number | null
  postStatus: PostOutcome | null
  /** How often its processing may still be asked for. */
  pollsLeft: number
  /** Epoch milliseconds. */
  queuedAt: number
  /** When it was done, epoch milliseconds. */
  doneAt: number | null
  /** The device had no room for it: it lives as long as its page. */
  isInMemory: boolean
  /** A small picture of it lies in the store of previews. */
  hasPreview: boolean
}

export type NewPhoto = Pick<
  OutboxPhoto,
  | 'key'
  | 'eventHash'
  | 'ownerUserId'
  | 'name'
  | 'type'
  | 'size'
  | 'original_date'
  | 'timezone'
  | 'sha256'
  | 'queuedAt'
>

/** Whether a draft was shared with the app and is still to be given an Orma. */
export function isWithoutOrma({ eventHash }: Pick<OutboxPhoto, 'eventHash'>): boolean {
  return eventHash === NO_ORMA
}

/** Whether a photo is on this device alone. */
export function isUnsent({ state, postId }: Pick<OutboxPhoto, 'state' | 'postId'>): boolean {
  return postId === null && state !== 'processing' && state !== 'done'
}

/** What a record says where an earlier version of the app wrote it without saying so. */
export const UNSAID = {
  ownerUserId: null,
  sha256: null,
  original_sha256: null,
  state: 'draft',
  attempts: 0,
  nextAt: 0,
  waitMs: 60_000,
  uploadId: null,
  isToShrink: false,
  offset: 0,
  mayBeStored: false,
  isUnwanted: false,
  reason: null,
  reasonCode: null,
  postId: null,
  postStatus: null,
  pollsLeft: 0,
  doneAt: null,
  isInMemory: false,
  hasPreview: false,
} satisfies Partial<OutboxPhoto>
