import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { mediaAddresses } from './post-media.ts'

/** A stretch of time in which photos of an event were taken. */
interface Period {
  /** How the photos' dates begin, on their own clocks. */
  id: string
  count: number
  /** Address of the thumbnail of its most liked photo. */
  cover: string
}

/** `YYYY-MM-DD` of a photo `p`. */
export const DAY = sql`substr(p.original_date, 1, 10)`
/** `YYYY-MM-DDTHH` of a photo `p`. */
export const HOUR = sql`substr(p.original_date, 1, 13)`

/** The days or hours of an event that have photos, oldest first. */
export async function listPeriods(
  db: Queries,
  event_id: number,
  period: typeof DAY,
): Promise<Period[]> {
  const rows = await db.all<Omit<Period, 'cover'> & { media_name: string }>(sql`
    select id, count, media_name from (
      select ${period} as id, p.media_name,
             count(*) over (partition by ${period}) as count,
             row_number() over (partition by ${period} order by p.like_count desc, p.id) as place
        from posts p
       where p.event_id = ${event_id} and p.status = 'COMPLETED') as periods
     where place = 1
     order by id`)
  return rows.map(({ media_name, ...rest }) => ({
    ...rest,
    cover: mediaAddresses(media_name).thumb,
  }))
}
