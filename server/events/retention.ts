import * as v from 'valibot'
import { dayjs } from '../../contract/dayjs.ts'
import { RETENTION } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { DAY_MS } from '../limits/limit.ts'
import { recordChange } from '../live/changes.ts'
import { sets, wholeNumber } from '../settings/read-settings.ts'

/** Guests add photos for two months, and the owner is told a month ahead. */
const LEAST_DAYS = 100

export const RETENTION_DAYS = v.pipe(
  v.optional(wholeNumber(LEAST_DAYS)),
  sets(
    `how many days after its day an Orma is deleted, from ${LEAST_DAYS}; its owner is told ${RETENTION.warningDays} and ${RETENTION.lastWarningDays} days ahead on its page`,
    'never',
  ),
)

/**
 * Announces to owners when the operator's RETENTION_DAYS has their Ormas deleted: so many days after an Orma's day, but never less
 * than 30 days from now, also where the setting is new. What was announced is moved to a later day alone, or taken back.
 */
export async function announceRetention(
  db: Database,
  retentionDays: number | undefined,
  nowMs: number,
): Promise<void> {
  const noticeMs = RETENTION.warningDays * DAY_MS
  const isOver =
    retentionDays === undefined
      ? sql`1 = 0`
      : sql`event_date <= ${dateText(nowMs + noticeMs - retentionDays * DAY_MS)}`
  const concerned = await db.all<{ id: number }>(
    sql`select id from events where ${isOver} or kept_until is not null order by id`,
  )
  for (const { id } of concerned) {
    await db.transaction(async (tx) => {
      await tx.lockRow('events', id)
      const event = await tx.get<{ event_date: string; kept_until: number | null }>(
        sql`select event_date, kept_until from events where id = ${id}`,
      )
      if (!event) return
      const { event_date, kept_until: before } = event
      const end = retentionDays && dayjs.utc(event_date).valueOf() + retentionDays * DAY_MS
      const isFar = end === undefined || end > nowMs + noticeMs
      const after = isFar ? null : Math.max(end, before ?? nowMs + noticeMs)
      if (after === before) return
      // Another day is another warning.
      await tx.run(sql`
        update events set kept_until = ${after}, delete_seen_at = null where id = ${id}`)
      await recordChange(tx, { event_id: id, kind: 'event' })
    })
  }
}

/** As `event_date` is stored. */
function dateText(ms: number): string {
  return dayjs.utc(ms).format('YYYY-MM-DD HH:mm:ss.SSS')
}
