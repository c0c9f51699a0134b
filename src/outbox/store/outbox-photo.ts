import type { PostStatus } from '../../../contract/entities.ts'

/**
 * `draft`: chosen, not queued. `waiting`, `sending`: queued; after a crash `sending` means `waiting`. `processing`: the server
 * has it and makes its renditions. `done`: nothing more to do. `refused`: needs a person; the reason says why.
 */
export type PhotoState = 'draft' | 'waiting' | 'sending' | 'processing' | 'done' | 'refused'

/** The state of the post; `GONE`: it was deleted. */
type PostOutcome = PostStatus | 'GONE'

/** `reasonCode` of a photo that waits because the server was silent. */
export const NO_NETWORK = 'no_network'

/** `reasonCode` of a photo that its Orma refused because it took none. */
export const WINDOW_CLOSED = 'window_closed'

/** `reasonCode` of a photo whose Orma is gone: it was refused for that, or is a draft and this was heard meanwhile. */
export const ORMA_GONE = 'event_not_found'

/** `reasonCode` of a photo whose Orma is paused: it stays queued. */
export const PAUSED = 'paused'

/** `eventHash` of a draft that was shared with the app and has no Orma yet. */
export const NO_ORMA = ''

/** A photo that was chosen on this device, without its bytes. */
export interface OutboxPhoto {
  /** Order of choosing; set by the store. */
  seq: number
  /** UUID, sent as `Idempotency-Key`: sent twice, it makes one post. */
  key: string
  eventHash: string
  /** Only this user may send it; null until someone signs in. */
  ownerUserId: number | null
  /** Which person that is, whatever id the server gives them later (`signOwned`); null until their session ends. */
  ownerMark: string | null
  name: string
  type: string
  size: number
  /** When it was taken, as far as the device knows; ISO 8601 with offset, or '': not known. */
  original_date: string
  /** IANA name of the time zone. */
  timezone: string
  /** Hash of the bytes, hex; null where the browser cannot compute it (a page without https). */
  sha256: string | null
  /** Hash of the bytes that were chosen, where a smaller photo has replaced them. */
  original_sha256: string | null
  state: PhotoState
  /** How often sending it failed since the last progress. */
  attempts: number
  /** Epoch milliseconds before which it is neither sent nor asked for. */
  nextAt: number
  /** Length of that wait at its beginning, milliseconds: a longer one now means that the clock was put back. */
  waitMs: number
  /** The server's id of its resumable upload, so that page and worker can resume it. */
  uploadId: string | null
  /** It is held to be made smaller; after `nextAt` it goes as it is. No byte has been sent. */
  isToShrink: boolean
  /** Bytes that the server has confirmed. */
  offset: number
  /** So much was sent that the server may have all of it, whatever it answered. */
  mayBeStored: boolean
  /** Discarded while the server may have had it: removed once the server says that it has not, or has deleted it. */
  isUnwanted: boolean
  /** Why it waits or was refused, as a sentence for people. */
  reason: string | null
  reasonCode: string | null
  postId: number | null
  postStatus: PostOutcome | null
  /** How many polls for its processing are left. */
  pollsLeft: number
  /** Epoch milliseconds. */
  queuedAt: number
  /** When it was done, epoch milliseconds. */
  doneAt: number | null
  /** The device had no room for it: it is lost with its page. */
  isInMemory: boolean
  /** A preview of it is stored. */
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

/** Whether it was heard that the photo's Orma is gone. */
export function isOfGoneOrma({ reasonCode }: Pick<OutboxPhoto, 'reasonCode'>): boolean {
  return reasonCode === ORMA_GONE
}

/** Whether the server does not have the photo yet. */
export function isUnsent({ state, postId }: Pick<OutboxPhoto, 'state' | 'postId'>): boolean {
  return postId === null && state !== 'processing' && state !== 'done'
}

/** What a photo's record says besides `NewPhoto` as it is chosen. */
export const AS_CHOSEN = {
  ownerUserId: null,
  ownerMark: null,
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
