import { sql } from '../db/sql.ts'
import type { Sql, Transaction } from '../db/sql.ts'

/**
 * How many guests have opened an event, as a number in a query: who came by phone and looked at it, guests by name, and devices on
 * which nobody is either. Its organisers are none.
 */
export function guestsOf(event_id: number): Sql {
  return sql`(
    (select count(*) from recent_views v
      where v.event_id = ${event_id} and v.user_id not in (${organisersOf(event_id)}))
    + (select count(*) from guests g where g.event_id = ${event_id} and g.removed_at is null)
    + (select count(*) from visitor_marks m where m.event_id = ${event_id}))`
}

/** The ids of those who organise an event, as a query. */
export function organisersOf(event_id: number): Sql {
  return sql`
    select user_id from events where id = ${event_id}
     union select user_id from organisers where event_id = ${event_id}`
}

/** Writes down how many guests an event has: with each one that comes, which also takes off those whose accounts are gone. */
export async function recountGuests(tx: Transaction, event_id: number): Promise<void> {
  // Otherwise two that come at once would not see each other.
  await tx.lock(`guest-count:${event_id}`)
  await tx.run(sql`update events set guest_count = ${guestsOf(event_id)} where id = ${event_id}`)
}
