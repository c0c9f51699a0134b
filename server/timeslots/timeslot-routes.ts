import { api } from '../../contract/api.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import type { EventAccess } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { byFeedVersion } from '../posts/by-feed-version.ts'
import { toPosts } from '../posts/post-wire.ts'
import { requirePlace } from '../posts/read-posts.ts'
import type { Place } from '../posts/feed.ts'
import { selectPosts } from '../posts/posts.ts'
import type { PostRow } from '../posts/posts.ts'
import { mediaAddresses } from '../posts/post-media.ts'

export function timeslotRoutes({ db, access }: { db: Database; access: EventAccess }): Route[] {
  const timeslots = byFeedVersion<Timeslot[]>()
  return [
    handle(api.listTimeslots, {
      load: access.requireEvent,
      run: ({ loaded: event }) => timeslots(event, () => listTimeslots(db, event.id)),
    }),

    handle(api.listTimeslotPosts, {
      load: access.requireEvent,
      run: async ({ loaded: event, params: { timeslot, page }, query, user }) => {
        const after =
          query.after === undefined ? undefined : await requirePlace(db, event.id, query.after)
        const rows = await listTimeslotPosts(db, { event_id: event.id, timeslot }, { page, after })
        return toPosts(db, event, rows, user?.id)
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

async function listTimeslots(db: Queries, event_id: number): Promise<Timeslot[]> {
  const rows = await db.all<Omit<Timeslot, 'cover'> & { media_name: string }>(sql`
    select timeslot, count, media_name from (
      select ${HOUR} as timeslot, p.media_name,
             count(*) over (partition by ${HOUR}) as count,
             row_number() over (partition by ${HOUR} order by p.like_count desc, p.id) as place
        from posts p
       where p.event_id = ${event_id} and p.status = 'COMPLETED') as hours
     where place = 1
     order by timeslot`)
  return rows.map(({ timeslot, count, media_name }) => ({
    timeslot,
    count,
    cover: mediaAddresses(media_name).thumb,
  }))
}

/** 24 posts of an hour, newest first: those after a place, or page `page` counting from 1. */
async function listTimeslotPosts(
  db: Queries,
  { event_id, timeslot }: { event_id: number; timeslot: string },
  { page, after }: { page: number; after: Place | undefined },
): Promise<PostRow[]> {
  const place = after
    ? sql`and (p.published_at, p.id) < (${after.published_at}, ${after.post_id})`
    : sql``
  return db.all<PostRow>(
    selectPosts(sql`
     where p.event_id = ${event_id} and p.status = 'COMPLETED' and ${HOUR} = ${timeslot} ${place}
     order by p.published_at desc, p.id desc
     limit ${PAGE_SIZE} offset ${after ? 0 : (page - 1) * PAGE_SIZE}`),
  )
}
