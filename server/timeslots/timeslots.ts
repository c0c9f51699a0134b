import { PAGE_SIZE } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import type { Place } from '../posts/feed.ts'
import { HOUR, listPeriods } from '../posts/periods.ts'
import { selectPosts } from '../posts/posts.ts'
import type { PostRow } from '../posts/posts.ts'

interface Timeslot {
  /** `YYYY-MM-DDTHH`, on the photos' own clocks. */
  timeslot: string
  count: number
  /** Address of the thumbnail of its most liked photo. */
  cover: string
}

/** The hours of an event that have photos, oldest first. */
export async function listTimeslots(db: Queries, event_id: number): Promise<Timeslot[]> {
  const hours = await listPeriods(db, event_id, HOUR)
  return hours.map(({ id, ...hour }) => ({ timeslot: id, ...hour }))
}

/** 24 posts of an hour, newest first: those after a place, or page `page` counting from 1. */
export async function listTimeslotPosts(
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
