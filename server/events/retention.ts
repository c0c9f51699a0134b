import * as v from 'valibot'
import { dayjs } from '../../contract/dayjs.ts'
import { RETENTION } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/sql.ts'
import { DAY_MS } from '../limits/limit.ts'
import { recordChange } from '../live/changes.ts'
import { sets, wholeNumber } from '../settings/read-settings.ts'
import type { EventRow } from './events.ts'
import type { Parts } from './parts.ts'

/** Guests add photos for two months, and the owner is told a month ahead. */
const LEAST_DAYS = 100
const NOTICE_MS = RETENTION.warningDays * DAY_MS

export const RETENTION_DAYS = v.pipe(
  v.optional(wholeNumber(LEAST_DAYS)),
  sets(
    `how many days after its day an Orma is deleted, from ${LEAST_DAYS}; its owner is told ${RETENTION.warningDays} and ${RETENTION.lastWarningDays} days ahead on its page`,
    'never',
  ),
)

interface RetentionParts extends Pick<Parts, 'db' | 'log'> {
  retentionDays: number | undefined
}

/**
 * Announces to owners when the operator's RETENTION_DAYS has their Ormas deleted, never less than 30 days from now, also where the
 * setting is new. What was announced is moved to a later day alone, or taken back.
 */
export async function announceRetention(
  { db, log, retentionDays }: RetentionParts,
  nowMs: number,
): Promise<void> {
  const since = nowMs + NOTICE_MS - (retentionDays ?? 0) * DAY_MS
  const isOver =
    retentionDays === undefined
      ? sql`1 = 0`
      : sql`event_date <= ${dateText(since)} and created_at <= ${since}`
  const concerned = await db.all<{ id: number }>(
    sql`select id from events where (${isOver}) or kept_until is not null order by id`,
  )
  for (const { id } of concerned) {
    try {
      await db.transaction((tx) => announce(tx, id, { retentionDays, nowMs }))
    } catch (error) {
      log.error('the end of an Orma could not be announced', { event: id, error })
    }
  }
}

async function announce(
  tx: Transaction,
  id: number,
  { retentionDays, nowMs }: { retentionDays: number | undefined; nowMs: number },
): Promise<void> {
  await tx.lockRow('events', id)
  const event = await tx.get<Kept & Pick<EventRow, 'kept_until'>>(
    sql`select event_date, created_at, kept_until from events where id = ${id}`,
  )
  if (!event) return
  const { kept_until: before } = event
  const end = retentionEnd(event, retentionDays)
  const isFar = end === undefined || end > nowMs + NOTICE_MS
  const after = isFar ? null : Math.max(end, before ?? nowMs + NOTICE_MS)
  if (after === before) return
  // Another day is another warning.
  await tx.run(sql`update events set kept_until = ${after}, delete_seen_at = null where id = ${id}`)
  await recordChange(tx, { event_id: id, kind: 'event' })
}

type Kept = Pick<EventRow, 'event_date' | 'created_at'>

/** Until when an Orma is kept by the operator's setting: so long after its day, or after it was made where that is later. */
export function retentionEnd(
  { event_date, created_at }: Kept,
  retentionDays: number | undefined,
): number | undefined {
  if (retentionDays === undefined) return undefined
  return Math.max(dayjs.utc(event_date).valueOf(), created_at) + retentionDays * DAY_MS
}

/** As `event_date` is stored. */
function dateText(ms: number): string {
  return dayjs.utc(ms).format('YYYY-MM-DD HH:mm:ss.SSS')
}
