import type { PostStatus } from '../../../contract/entities.ts'
import { SMALLER_VIDEO } from '../../../contract/limits.ts'
import { hex } from '../../device/random-key.ts'
import { isDue, waitFor } from '../queue/waits.ts'
import { UNTRIED } from './outbox-item.ts'
import type { ItemFields } from './outbox-item.ts'

/** The state of the post; `GONE`: it was deleted. */
type PostOutcome = PostStatus | 'GONE'

/** `reasonCode` of a photo that its Orma refused because it took none. */
export const WINDOW_CLOSED = 'window_closed'

/** `reasonCode` of a photo that its Orma refused because it, or this user in it, had as many as are allowed. */
export const LIMIT_REACHED = 'limit_reached'

/** `reasonCode` of a photo that was refused because its Orma is gone. */
export const ORMA_GONE = 'event_not_found'

/** `eventHash` of a draft that was shared with the app and has no Orma yet. */
export const NO_ORMA = ''

/**
 * How long a photo is held for the page that makes it smaller: longer than a slow phone needs. A living page renews it with each
 * photo, and while a video makes progress; after the page was closed it is sent as it is.
 */
const HOLD_MS = 20_000

/** What is known of a chosen video. */
export interface ChosenVideo {
  /** Seconds; null: this browser could not read it. */
  duration: number | null
}

/** A photo or video that was chosen on this device, without its bytes. */
export interface OutboxPhoto extends ItemFields {
  kind: 'photo'
  /** Absent: it is a photo. */
  video?: ChosenVideo
  /** Under which name its pieces lie, where those of a smaller video have replaced them; absent: under its key. */
  pieces?: string
  name: string
  type: string
  size: number
  /** When it was taken, as far as the device knows; ISO 8601 with offset, or '': not known. */
  original_date: string
  /** IANA name of the time zone. */
  timezone: string
  /** Hash of the bytes, hex; null where the browser cannot compute it (a page without https). */
  sha256: string | null
  /** Hash of the bytes that were chosen, where smaller ones have replaced them. */
  original_sha256: string | null
  /** The server's id of its resumable upload, so that page and worker can resume it. */
  uploadId: string | null
  /** It is held to be made smaller; after `nextAt` it goes as it is. No byte has been sent. */
  isToShrink: boolean
  /** So much of a video has been made smaller, 0 to 1. */
  shrunk?: number
  /** Bytes that the server has confirmed. */
  offset: number
  /** So much was sent that the server may have all of it, whatever it answered. */
  mayBeStored: boolean
  /** Discarded while the server may have had it: removed once the server says that it has not, or has deleted it. */
  isUnwanted: boolean
  postId: number | null
  postStatus: PostOutcome | null
  /** How many polls for its processing are left. */
  pollsLeft: number
  /** When it was done, epoch milliseconds. */
  doneAt: number | null
}

export type NewPhoto = Pick<
  OutboxPhoto,
  | 'key'
  | 'video'
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

export function isVideo({ video }: Pick<OutboxPhoto, 'video'>): boolean {
  return video !== undefined
}

/** Whether a draft was shared with the app and is still to be given an Orma. */
export function isWithoutOrma({ eventHash }: Pick<OutboxPhoto, 'eventHash'>): boolean {
  return eventHash === NO_ORMA
}

/** Whether the photo was refused because its Orma is gone. */
export function isOfGoneOrma({ reasonCode }: Pick<OutboxPhoto, 'reasonCode'>): boolean {
  return reasonCode === ORMA_GONE
}

/** Whether the server does not have the photo yet. */
export function isUnsent({ state, postId }: Pick<OutboxPhoto, 'state' | 'postId'>): boolean {
  return postId === null && state !== 'processing' && state !== 'done'
}

export function photoRecord(photo: NewPhoto): Omit<OutboxPhoto, 'seq'> {
  return { ...AS_CHOSEN, ...photo }
}

const AS_CHOSEN = {
  ...UNTRIED,
  kind: 'photo',
  ownerMark: null,
  original_sha256: null,
  state: 'draft',
  uploadId: null,
  isToShrink: false,
  offset: 0,
  mayBeStored: false,
  isUnwanted: false,
  postId: null,
  postStatus: null,
  pollsLeft: 0,
  doneAt: null,
  isInMemory: false,
} satisfies Partial<OutboxPhoto>

/** SHA-256 in hex; null where the browser cannot compute it (a page without https). */
export async function hashBytes(bytes: ArrayBuffer): Promise<string | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return null
  return hex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
}

/** Of photos only JPEGs: others would lose transparency or movement, or cannot be decoded here. Of videos those with more bits a second. */
export function canShrink({
  type,
  size,
  video,
}: Pick<OutboxPhoto, 'type' | 'size' | 'video'>): boolean {
  if (!video) return type === 'image/jpeg'
  const { bitsPerSecond, shareMax } = SMALLER_VIDEO
  return video.duration !== null && bitsPerSecond * video.duration < 8 * size * shareMax
}

/** Fields of a photo's record that hold it from `now` (epoch milliseconds) on. */
export function deferForShrinking(now: number) {
  return { isToShrink: true, ...waitFor(HOLD_MS, now) }
}

/** Whether a photo is held to be made smaller, so that nobody may send it yet. */
export function isDeferred(photo: OutboxPhoto, now: number): boolean {
  return photo.isToShrink && photo.state === 'waiting' && !isDue(photo, now)
}
