import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { DAY, listPeriods } from '../posts/periods.ts'
import { mediaAddresses } from '../posts/post-media.ts'

export interface HighlightDay {
  /** `YYYY-MM-DD`, on the photos' own clocks. */
  id: string
  count: number
  /** Address of the thumbnail of its most liked photo. */
  bannerImage: string
}

/** The days of an event that have photos, oldest first. */
export async function listHighlightDays(db: Queries, event_id: number): Promise<HighlightDay[]> {
  const days = await listPeriods(db, event_id, DAY)
  return days.map(({ cover, ...day }) => ({ ...day, bannerImage: cover }))
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
