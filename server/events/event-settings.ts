import type { Api } from '../../contract/api.ts'
import type { FormFields } from '../../contract/endpoint.ts'
import type { AuditAction } from '../../contract/audit-entry.ts'
import { DELETION_DAYS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { Queries } from '../db/sql.ts'
import { invalidField } from '../http/validate.ts'
import { DAY_MS } from '../limits/limit.ts'
import { recordAct } from './audit.ts'
import type { EventRow, EventSettings } from './events.ts'

type UpdateFields = FormFields<Api['updateEvent']>

/** The fields of a form as they are stored; those left out are not among them. */
export function changedSettings(fields: UpdateFields): Partial<EventSettings> {
  const { name, event_date, seating_url, paused, uploadsClosed, reviewAll } = fields
  const { endsAt, deleteAt, music, allowVideos } = fields
  return {
    ...(name === undefined ? {} : { name }),
    ...(event_date === undefined ? {} : { event_date }),
    ...(seating_url === undefined ? {} : { seating_url: seating_url || null }),
    ...(paused === undefined ? {} : { paused: Number(paused) }),
    ...(uploadsClosed === undefined ? {} : { uploads_closed: Number(uploadsClosed) }),
    ...(reviewAll === undefined ? {} : { review_all: Number(reviewAll) }),
    ...(allowVideos === undefined ? {} : { allow_videos: Number(allowVideos) }),
    ...(endsAt === undefined ? {} : { ends_at: endsAt }),
    // The warning of another day is another one.
    ...(deleteAt === undefined ? {} : { delete_at: deleteAt, delete_seen_at: null }),
    ...(music === undefined ? {} : { music: music || null }),
  }
}

/** Rejects with 400 where a new day of deletion is less than 30 days ahead. What is set already may be sent again. */
export function requireLateDeletion(
  { delete_at }: EventRow,
  { deleteAt }: UpdateFields,
  nowMs: number,
): void {
  if (deleteAt === undefined || deleteAt === null || deleteAt === delete_at) return
  if (deleteAt >= nowMs + DELETION_DAYS.ahead * DAY_MS) return
  throw invalidField('deleteAt', texts.server.deletionTooSoon)
}

/** Tells the event's owner later which settings a change was about. */
export async function recordUpdate(
  tx: Queries,
  before: EventRow,
  after: EventRow,
  nowMs: number,
): Promise<void> {
  const act = (action: AuditAction, details = {}) => {
    const { id: event_id, user_id } = before
    return recordAct(tx, { event_id, user_id, action, details }, nowMs)
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
  ends_at: 'endsAt',
  music: 'music',
} as const
