import { createHmac } from 'node:crypto'
import type { Api } from '../../contract/api.ts'
import type { FormFields } from '../../contract/endpoint.ts'
import type { AuditAction } from '../../contract/audit-entry.ts'
import { DELETION_DAYS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { Queries } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { invalidField } from '../http/validate.ts'
import { DAY_MS } from '../limits/limit.ts'
import { isRevealed } from '../live/audience.ts'
import { recordAct } from './audit.ts'
import type { EventRow, EventSettings, EventSwitches } from './events.ts'
import type { SeenEvent } from './viewer.ts'

type UpdateFields = FormFields<Api['updateEvent']>

/** The fields of a form as they are stored; those left out are not among them. */
export function changedSettings(
  before: EventRow,
  fields: UpdateFields,
  secret: Buffer,
): Partial<EventSettings> {
  const { name, event_date, seating_url, paused, uploadsClosed, reviewAll } = fields
  const { endsAt, deleteAt, music } = fields
  return {
    ...chosenSwitches(fields),
    ...changedPin(before, fields, secret),
    ...(name === undefined ? {} : { name }),
    ...(event_date === undefined ? {} : { event_date }),
    ...(seating_url === undefined ? {} : { seating_url: seating_url || null }),
    // Of one that the host has paused the form says so, too: that is not the owner's doing.
    ...(paused === undefined || before.operator_paused ? {} : { paused: Number(paused) }),
    ...(uploadsClosed === undefined ? {} : { uploads_closed: Number(uploadsClosed) }),
    ...(reviewAll === undefined ? {} : { review_all: Number(reviewAll) }),
    ...(endsAt === undefined ? {} : { ends_at: endsAt }),
    // The warning of another day is another one.
    ...(deleteAt === undefined ? {} : { delete_at: deleteAt, delete_seen_at: null }),
    ...(music === undefined ? {} : { music: music || null }),
  }
}

type SwitchFields = Pick<
  UpdateFields,
  | 'allowVideos'
  | 'guestSignIn'
  | 'photosPerChoice'
  | 'revealAt'
  | 'guestsSee'
  | 'mayShare'
  | 'showCounts'
>

/** What an organiser decides for guests, but for the word at the door. */
export function chosenSwitches(fields: SwitchFields): Partial<EventSwitches> {
  const { allowVideos, guestSignIn, photosPerChoice, revealAt, guestsSee, mayShare, showCounts } =
    fields
  return {
    ...(allowVideos === undefined ? {} : { allow_videos: Number(allowVideos) }),
    ...(guestSignIn === undefined ? {} : { guest_sign_in: guestSignIn }),
    ...(photosPerChoice === undefined ? {} : { photos_per_choice: photosPerChoice }),
    ...(revealAt === undefined ? {} : { reveal_at: revealAt }),
    ...(guestsSee === undefined ? {} : { guests_see: guestsSee }),
    ...(mayShare === undefined ? {} : { may_share: Number(mayShare) }),
    ...(showCounts === undefined ? {} : { show_counts: Number(showCounts) }),
  }
}

/** Of the word at the door only a keyed hash is kept. Devices that gave the one before give the new one too, unless they are let in. */
function changedPin(
  before: EventRow,
  { pin, keepDevices }: UpdateFields,
  secret: Buffer,
): Partial<EventSettings> {
  if (pin === undefined) return {}
  const pin_hash = pin === '' ? null : pinHash(before.event_hash, pin, secret)
  if (pin_hash === before.pin_hash) return {}
  const old_pin_hash = before.pin_hash ?? before.old_pin_hash
  if (pin_hash === null) return { pin_hash, old_pin_hash }
  // Where there was none, no device knows one.
  const isKnown = keepDevices && before.pin_hash !== null
  return { pin_hash, old_pin_hash, pin_version: before.pin_version + (isKnown ? 0 : 1) }
}

/** Capitals, accents and spaces count for nothing: a word is heard at a table, and a phone's keyboard begins with a capital. */
export function pinHash(event_hash: string, pin: string, secret: Buffer): string {
  // To capitals, as that makes ss of ß.
  const said = pin
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toUpperCase()
  return createHmac('sha256', secret).update(`pin:${event_hash}:${said}`).digest('hex')
}

/**
 * What listeners are told of a change. Where fewer see the event than before, their streams end, and they come back as whom they are.
 * Whoever sees more of it, or less, loads it anew.
 */
export function changesOf(
  before: EventRow,
  after: EventRow,
  nowMs: number,
): ('event' | 'pause' | 'reset')[] {
  const isClosed = after.paused > before.paused || after.pin_version > before.pin_version
  const [wasShown, isShown] = [isRevealed(before, nowMs), isRevealed(after, nowMs)]
  if (isClosed || (wasShown && !isShown)) return ['pause', 'reset']
  return wasShown === isShown ? ['event'] : ['event', 'reset']
}

/** Rejects with 403 where who runs the server has paused an event, which nobody else opens to others meanwhile. */
export function requireNotHeld({ operator_paused }: Pick<EventRow, 'operator_paused'>): void {
  if (operator_paused) throw new HttpError('paused_by_host')
}

/**
 * Rejects with 403 where somebody else than the owner changes the day of deletion, and with 400 where it is less than 30 days ahead.
 * What is set already may be sent again.
 */
export function requireDeletion(
  { delete_at, user_id, viewer }: SeenEvent,
  { deleteAt }: UpdateFields,
  nowMs: number,
): void {
  if (deleteAt === undefined || deleteAt === delete_at) return
  if (viewer.id !== user_id) throw new HttpError('owner_only')
  if (deleteAt === null || deleteAt >= nowMs + DELETION_DAYS.ahead * DAY_MS) return
  throw invalidField('deleteAt', texts.server.deletionTooSoon)
}

/** Tells the event's organisers later which settings a change was about. */
export async function recordUpdate(
  tx: Queries,
  before: EventRow,
  after: EventRow,
  { user_id, nowMs }: { user_id: number; nowMs: number },
): Promise<void> {
  const act = (action: AuditAction, details = {}) => {
    return recordAct(tx, { event_id: before.id, user_id, action, details }, nowMs)
  }
  const fields = Object.entries(TOLD_AS).flatMap(([column, field]) =>
    before[column as keyof typeof TOLD_AS] === after[column as keyof typeof TOLD_AS] ? [] : [field],
  )
  if (fields.length > 0) await act('update', { fields })
  if (before.paused !== after.paused) await act(after.paused ? 'pause' : 'reopen')
  if (before.delete_at === after.delete_at) return
  if (after.delete_at === null) await act('clear_deletion')
  else await act('set_deletion', { deleteAt: new Date(after.delete_at).toISOString() })
}

/** Columns of plain settings, by the names they have in the form. */
const TOLD_AS = {
  name: 'name',
  event_date: 'event_date',
  seating_url: 'seating_url',
  profile_image: 'profile_image',
  banner: 'banner',
  uploads_closed: 'uploadsClosed',
  review_all: 'reviewAll',
  allow_videos: 'allowVideos',
  guest_sign_in: 'guestSignIn',
  photos_per_choice: 'photosPerChoice',
  reveal_at: 'revealAt',
  guests_see: 'guestsSee',
  pin_hash: 'pin',
  may_share: 'mayShare',
  show_counts: 'showCounts',
  ends_at: 'endsAt',
  music: 'music',
} as const
