import { api } from '../../contract/api.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import type { EventAccess } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { byFeedVersion } from '../posts/by-feed-version.ts'
import { toPosts } from '../posts/post-wire.ts'
import { requirePlace } from '../posts/read-posts.ts'
import { listFeed, seenAlone } from '../posts/feed.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { mediaAddresses } from '../posts/post-media.ts'

export function timeslotRoutes({ db, access }: { db: Database; access: EventAccess }): Route[] {
  const timeslots = byFeedVersion<Timeslot[]>()
  return [
    handle(api.listTimeslots, {
      load: access.requireEvent,
      run: ({ loaded: event }) =>
        event.viewer.seesAll
          ? timeslots(event, () => listTimeslots(db, event))
          : listTimeslots(db, event),
    }),

    handle(api.listTimeslotPosts, {
      load: access.requireEvent,
      run: async ({ loaded: event, params: { timeslot, page }, query }) => {
        const after = await requirePlace(db, event, query.after)
        const only = sql`and ${HOUR} = ${timeslot} ${seenAlone(event)}`
        const rows = await listFeed(db, event.id, { page, after, only })
        return toPosts(db, event, rows)
      },
    }),
  ]
}

interface Timeslot {
  /** `YYYY-MM-DDTHH`, on the photos' own clocks. */
  timeslot: string
  count: number
  /** Address of the thumbnail of its most liked photo. */
  cover: string
}

const HOUR = sql`substr(p.original_date, 1, 13)`

async function listTimeslots(db: Queries, event: SeenEvent): Promise<Timeslot[]> {
  const rows = await db.all<Omit<Timeslot, 'cover'> & { media_name: string }>(sql`
    select timeslot, count, media_name from (
      select ${HOUR} as timeslot, p.media_name,
             count(*) over (partition by ${HOUR}) as count,
             row_number() over (partition by ${HOUR} order by p.like_count desc, p.id) as place
        from posts p
       where p.event_id = ${event.id} and p.status = 'COMPLETED' ${seenAlone(event)}) as hours
     where place = 1
     order by timeslot`)
  return rows.map(({ timeslot, count, media_name }) => ({
    timeslot,
    count,
    cover: mediaAddresses(media_name).thumb,
  }))
}
