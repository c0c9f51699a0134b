import { LATER_MS } from '../../contract/fields.ts'
import { CHOICE_SIZES } from '../../contract/limits.ts'
import { isMusicName } from '../../contract/music.ts'
import { canUpload } from '../../contract/rules.ts'
import type { Event } from '../../contract/entities.ts'
import { pinMarkOf } from './door-words.ts'
import { eventImageAddress } from './event-media.ts'
import { isPaused } from './events.ts'
import type { EventRow, EventSwitches } from './events.ts'
import type { LimitOf } from '../uploads/storage-room.ts'
import type { SeenEvent } from './viewer.ts'

/** The longest and the largest video that this installation takes. */
export interface VideoLimits {
  maxVideoSeconds: number
  maxVideoBytes: number
}

export interface WireParts {
  videoLimits: VideoLimits
  now: () => number
  /** How many bytes an event may have; undefined: no limit. Absent: it is not told. */
  limitOf?: LimitOf
}

/** An event as its viewer may see it: some of it is for its organisers' eyes only. */
export function toEvent(row: SeenEvent, { videoLimits, now, limitOf }: WireParts): Event {
  const window = toUploadWindow(row)
  return {
    id: row.id,
    event_hash: row.event_hash,
    name: row.name,
    event_date: row.event_date,
    event_profile_image_url: row.profile_image && eventImageAddress(row.profile_image),
    event_banner_url: row.banner && eventImageAddress(row.banner),
    seating_url: row.seating_url,
    User: { id: row.user_id },
    postCount: row.viewer.seesAll ? row.post_count : 0,
    guestCount: row.show_counts && row.viewer.seesAll ? row.guest_count : null,
    ...window,
    uploadsOpen: canUpload(window, undefined, now()),
    ...toSwitches(row, now()),
    ...videoLimits,
    ...(row.viewer.isOrganiser ? toOrganisersPart(row, limitOf) : {}),
  }
}

function toSwitches(row: EventSwitches, nowMs: number) {
  const { reveal_at } = row
  // Whether the moment has come is said here: a phone's clock may be wrong.
  const isHidden = reveal_at !== null && reveal_at > nowMs
  return {
    allowVideos: Boolean(row.allow_videos),
    guestSignIn: row.guest_sign_in,
    photosPerChoice:
      CHOICE_SIZES.find((count) => count === row.photos_per_choice) ?? CHOICE_SIZES[0],
    revealAt: reveal_at === LATER_MS ? 'later' : toTime(isHidden ? reveal_at : null),
    guestsSee: row.guests_see,
    hasPin: row.pin_hash !== null,
    pinMark: pinMarkOf(row),
    mayShare: Boolean(row.may_share),
    showCounts: Boolean(row.show_counts),
  } satisfies Partial<Event>
}

/** What decides whether somebody may add photos. */
export function toUploadWindow(row: EventRow) {
  return {
    event_original_date: row.event_date,
    userId: row.user_id,
    uploadsOpen: !row.uploads_closed,
    uploadsOpenUntil: toTime(row.ends_at),
  }
}

/** What decides when it is deleted. */
export function toDeletion({ delete_at, delete_seen_at, kept_until }: EventRow) {
  return {
    deleteAt: toTime(delete_at),
    deletionSeenAt: toTime(delete_seen_at),
    keptUntil: toTime(kept_until),
  }
}

function toOrganisersPart(row: SeenEvent, limitOf?: LimitOf): Partial<Event> {
  return {
    owner: row.viewer.owner,
    organisers: [...row.viewer.organisers],
    handover: row.viewer.handover,
    storageBytes: row.storage_bytes,
    ...(limitOf && { storageLimit: limitOf(row) ?? null }),
    reviewAll: Boolean(row.review_all),
    uploadsClosed: Boolean(row.uploads_closed),
    paused: isPaused(row),
    pausedByHost: row.operator_paused === 1,
    endsAt: toTime(row.ends_at),
    music: isMusicName(row.music) ? row.music : null,
    ...toDeletion(row),
    doorClosedUntil: toTime(row.viewer.doorClosedUntil),
  }
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
