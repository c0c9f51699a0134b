import type { RecentlyViewedItem } from '../../contract/entities.ts'
import { RECENTLY_VIEWED_MAX } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { toEvent } from './event-wire.ts'
import { eventColumns } from './events.ts'
import type { WireParts } from './event-wire.ts'
import type { EventRow } from './events.ts'
import { isOpenTo, isPastDoor, seenBy } from './viewer.ts'
import type { SeenEvent } from './viewer.ts'
import { recountGuests } from './guest-count.ts'

type ViewRow = EventRow & { view_id: number; viewed_at: number }

/** Records that a user looked at an event. Only the latest time counts. */
export async function addView(
  tx: Transaction,
  { user_id, event_id }: { user_id: number; event_id: number },
  nowMs: number,
): Promise<void> {
  await tx.run(sql`
    insert into recent_views (user_id, event_id, viewed_at) values (${user_id}, ${event_id}, ${nowMs})
    on conflict (user_id, event_id) do update set viewed_at = excluded.viewed_at`)
  await recountGuests(tx, event_id)
}

/**
 * The events a user looked at, the latest first, at most 50. Of one that is paused others than its organisers get name
 * and day alone; one that asks a device for its word is not among them.
 */
export async function listViews(
  db: Queries,
  { user_id, headers }: { user_id: number; headers: Headers },
  wire: WireParts & { secret: Buffer },
): Promise<RecentlyViewedItem[]> {
  const rows = await db.all<ViewRow>(sql`
    select v.id as view_id, v.viewed_at, ${eventColumns}
      from recent_views v
      join events e on e.id = v.event_id
     where v.user_id = ${user_id}
     order by v.viewed_at desc, v.id desc
     limit ${RECENTLY_VIEWED_MAX}`)
  const events = await seenBy(db, rows, { id: user_id }, wire.now())
  return rows.flatMap((row, at) => {
    const event = events[at]
    if (!event || !isPastDoor(event, headers, wire.secret)) return []
    const shown = isOpenTo(event, event.viewer) ? event : nameAndDay(event)
    const viewedAt = new Date(row.viewed_at).toISOString()
    return [{ id: row.view_id, viewedAt, Event: toEvent(shown, wire) }]
  })
}

function nameAndDay(row: SeenEvent): SeenEvent {
  const closed = { ends_at: null, uploads_closed: 1, post_count: 0, guest_count: 0 }
  return { ...row, ...closed, seating_url: null, profile_image: null, banner: null }
}
