import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { mediaAddresses } from '../posts/post-media.ts'

export interface HighlightDay {
  /** `YYYY-MM-DD`, on the photos' own clocks. */
  id: string
  count: number
  /** Address of the thumbnail of its most liked photo. */
  bannerImage: string
}

const DAY = sql`substr(p.original_date, 1, 10)`

/** The days of an event that have photos, oldest first. */
export async function listHighlightDays(db: Queries, event_id: number): Promise<HighlightDay[]> {
  const rows = await db.all<{ id: string; count: number; media_name: string }>(sql`
    select id, count, media_name from (
      select ${DAY} as id, p.media_name, count(*) over (partition by ${DAY}) as count,
             row_number() over (partition by ${DAY} order by p.like_count desc, p.id) as place
        from posts p
       where p.event_id = ${event_id} and p.status = 'COMPLETED') as days
     where place = 1
     order by id`)
  return rows.map(({ media_name, ...day }) => ({
    ...day,
    bannerImage: mediaAddresses(media_name).thumb,
  }))
}

/** The addresses of a day's photos in order of capture. */
export async function listDayImages(
  db: Queries,
  { event_id, day }: { event_id: number; day: string },
): Promise<string[]> {
  const rows = await db.all<{ media_name: string }>(sql`
    select p.media_name from posts p
     where p.event_id = ${event_id} and p.status = 'COMPLETED' and ${DAY} = ${day}
     order by p.original_date, p.id`)
  return rows.map(({ media_name }) => mediaAddresses(media_name).full)
}
