import type { Totals } from '../../contract/participants.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { guestsOf, organisersOf } from '../events/guest-count.ts'

/** How many guests came to an event and took part in it, and what it shows by now. */
export async function readTotals(db: Queries, event_id: number): Promise<Totals> {
  const row = await db.get<Totals>(sql`
    with took_part (user_id) as (
      select user_id from posts where event_id = ${event_id}
       union
      select user_id from comments where event_id = ${event_id}
       union
      select l.user_id from likes l join posts p on p.id = l.post_id where p.event_id = ${event_id}
    ), shown (kind, like_count) as (
      select kind, like_count from posts where event_id = ${event_id} and status = 'COMPLETED'
    )
    select ${guestsOf(event_id)} as guests,
           (select count(*) from took_part t
             where t.user_id not in (${organisersOf(event_id)})) as "tookPart",
           (select count(*) from shown where kind = 'photo') as photos,
           (select count(*) from shown where kind = 'video') as videos,
           (select cast(coalesce(sum(like_count), 0) as bigint) from shown) as likes`)
  if (!row) throw new Error('there are no totals')
  // Who took part has opened it, also where no page said so.
  return { ...row, guests: Math.max(row.guests, row.tookPart) }
}
