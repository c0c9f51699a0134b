import { randomBytes } from 'node:crypto'
import { isEventHash } from '../../contract/rules.ts'
import type { Event } from '../../contract/entities.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'

export interface EventRow {
  id: number
  event_hash: string
  /** The owner. */
  user_id: number
  name: string
  /** `YYYY-MM-DD HH:mm:ss.SSS` */
  event_date: string
  seating_url: string | null
  /** Random names of stored images. */
  profile_image: string | null
  banner: string | null
  /** 1: its owner has closed it to all but its organisers. */
  paused: number
  /** 1: so has who runs the server, whatever the owner says. */
  operator_paused: number
  /** 1: others add no photos any more. */
  uploads_closed: number
  /** 1: photos of others wait for the owner. */
  review_all: number
  /** 1: videos can be added, too. */
  allow_videos: number
  guest_sign_in: Event['guestSignIn']
  photos_per_choice: number
  /** Until then guests see what is theirs; milliseconds since the epoch. */
  reveal_at: number | null
  guests_see: Event['guestsSee']
  /** Keyed hash of the word at the door, and how many such words there were that known devices do not know. */
  pin_hash: string | null
  pin_version: number
  /** Of the word before. */
  old_pin_hash: string | null
  /** 1: guests are offered to share the link. */
  may_share: number
  /** 1: everybody who sees the photos reads how many guests and photos there are. */
  show_counts: number
  /** From then on others add no photos; milliseconds since the epoch. */
  ends_at: number | null
  /** What the films' music is called. */
  music: string | null
  post_count: number
  /** How many guests have opened it. */
  guest_count: number
  storage_bytes: number
  /** When the owner has it deleted, when they opened the warning of that, and when RETENTION_DAYS has it deleted; epoch milliseconds. */
  delete_at: number | null
  delete_seen_at: number | null
  kept_until: number | null
  /** Number of its newest change. */
  live_seq: number
  /** Counts up with all that shows in the feed. */
  feed_version: number
  created_at: number
}

type EventFace = Pick<EventRow, 'name' | 'event_date' | 'seating_url' | 'profile_image' | 'banner'>

/** What an organiser decides for guests. */
export type EventSwitches = Pick<
  EventRow,
  | 'allow_videos'
  | 'guest_sign_in'
  | 'photos_per_choice'
  | 'reveal_at'
  | 'guests_see'
  | 'pin_hash'
  | 'pin_version'
  | 'may_share'
  | 'show_counts'
>

/** As the specification has it. */
export const SPECIFIED: EventSwitches = {
  allow_videos: 0,
  guest_sign_in: 'phone',
  photos_per_choice: 4,
  reveal_at: null,
  guests_see: 'all',
  pin_hash: null,
  pin_version: 0,
  may_share: 1,
  show_counts: 0,
}

export type EventSettings = EventFace &
  EventSwitches &
  Pick<
    EventRow,
    | 'old_pin_hash'
    | 'paused'
    | 'uploads_closed'
    | 'review_all'
    | 'ends_at'
    | 'music'
    | 'delete_at'
    | 'delete_seen_at'
  >

export type Pauses = Pick<EventRow, 'paused' | 'operator_paused'>

/** Whether it is closed to all but its organisers. */
export function isPaused({ paused, operator_paused }: Pauses): boolean {
  return paused === 1 || operator_paused === 1
}

export const eventColumns = sql`e.id, e.event_hash, e.user_id, e.name, e.event_date, e.seating_url,
           e.profile_image, e.banner, e.paused, e.operator_paused, e.uploads_closed, e.review_all, e.allow_videos, e.guest_sign_in, e.photos_per_choice,
           e.reveal_at, e.guests_see, e.pin_hash, e.pin_version, e.old_pin_hash, e.may_share, e.show_counts, e.ends_at, e.music, e.delete_at,
           e.delete_seen_at, e.kept_until, e.post_count, e.guest_count, e.storage_bytes, e.live_seq, e.feed_version, e.created_at`

export async function findEvent(db: Queries, event_hash: string): Promise<EventRow | undefined> {
  if (!isEventHash(event_hash)) return undefined
  return db.get<EventRow>(
    sql`select ${eventColumns} from events e where e.event_hash = ${event_hash}`,
  )
}

export async function findEventById(db: Queries, id: number): Promise<EventRow | undefined> {
  return db.get<EventRow>(sql`select ${eventColumns} from events e where e.id = ${id}`)
}

/** The events that somebody organises, the newest first. */
export async function listEventsOf(db: Queries, user_id: number): Promise<EventRow[]> {
  return db.all<EventRow>(sql`
    select ${eventColumns} from events e
     where e.user_id = ${user_id}
        or e.id in (select event_id from organisers where user_id = ${user_id})
     order by e.id desc`)
}

/** Adds an event under a new hash of 128 random bits. */
export async function insertEvent(
  tx: Queries,
  event: EventFace & EventSwitches & Pick<EventRow, 'user_id' | 'ends_at' | 'created_at'>,
): Promise<EventRow> {
  const event_hash = randomBytes(16).toString('base64url')
  await tx.run(sql`
    insert into events (event_hash, user_id, name, event_date, seating_url, profile_image, banner, ends_at, allow_videos, guest_sign_in,
           photos_per_choice, reveal_at, guests_see, pin_hash, pin_version, may_share, show_counts, created_at)
    values (${event_hash}, ${event.user_id}, ${event.name}, ${event.event_date}, ${event.seating_url},
            ${event.profile_image}, ${event.banner}, ${event.ends_at}, ${event.allow_videos}, ${event.guest_sign_in},
            ${event.photos_per_choice}, ${event.reveal_at}, ${event.guests_see}, ${event.pin_hash}, ${event.pin_version},
            ${event.may_share}, ${event.show_counts}, ${event.created_at})`)
  const row = await findEvent(tx, event_hash)
  if (!row) throw new Error('a new event cannot be found')
  return row
}

export async function updateEvent(tx: Queries, id: number, event: EventSettings): Promise<void> {
  await tx.run(sql`
    update events set name = ${event.name}, event_date = ${event.event_date}, seating_url = ${event.seating_url},
           profile_image = ${event.profile_image}, banner = ${event.banner}, paused = ${event.paused},
           uploads_closed = ${event.uploads_closed}, review_all = ${event.review_all}, allow_videos = ${event.allow_videos},
           guest_sign_in = ${event.guest_sign_in}, photos_per_choice = ${event.photos_per_choice}, reveal_at = ${event.reveal_at},
           guests_see = ${event.guests_see}, pin_hash = ${event.pin_hash}, pin_version = ${event.pin_version},
           old_pin_hash = ${event.old_pin_hash}, may_share = ${event.may_share}, show_counts = ${event.show_counts},
           ends_at = ${event.ends_at}, music = ${event.music}, delete_at = ${event.delete_at}, delete_seen_at = ${event.delete_seen_at}
     where id = ${id}`)
}
