import { deletionTime } from '../../contract/rules.ts'
import { sql } from '../db/sql.ts'
import { pruneActs } from './audit.ts'
import { deleteEvent } from './delete-event.ts'
import type { DeleteParts } from './delete-event.ts'
import { toEvent } from './events.ts'
import type { EventRow } from './events.ts'

/** What housekeeping does for events. */
export function eventTasks(
  parts: DeleteParts & { now: () => number },
): Record<string, () => Promise<unknown>> {
  return {
    'Ormas whose day of deletion has come': () => deleteDueEvents(parts, parts.now()),
    'what owners did long ago': () => pruneActs(parts.db, parts.now()),
  }
}

/** Deletes the events whose day of deletion has come, each once however many processes do this. Resolves to how many. */
export async function deleteDueEvents(parts: DeleteParts, nowMs: number): Promise<number> {
  const due = await parts.db.all<{ id: number }>(sql`
    select id from events where delete_at <= ${nowMs} and delete_seen_at is not null order by id`)
  let deleted = 0
  // The owner may move the day, or clear it, until the last moment.
  for (const { id } of due) {
    if (await deleteEvent(parts, id, (event) => isDue(event, nowMs))) deleted += 1
  }
  return deleted
}

function isDue(row: EventRow, nowMs: number): boolean {
  const time = deletionTime(toEvent(row, row.user_id, nowMs))
  return time !== undefined && time <= nowMs
}
