import type { FilmConfig } from '../../contract/film-config.ts'
import { isMusicName, musicAddress } from '../../contract/music.ts'
import { NORMAL_SECONDS, SPECIAL_SECONDS } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import { DAY } from '../posts/feed.ts'
import { mediaAddresses } from '../posts/post-media.ts'
import { choosePhotos, rankPhotos, withoutNearDuplicates } from './choose-photos.ts'
import type { Candidate } from './choose-photos.ts'
import { displayDay } from '../../contract/display-day.ts'
import { HttpError } from '../http/http-error.ts'

interface HighlightDay {
  /** `YYYY-MM-DD`, on the photos' own clocks. */
  id: string
  count: number
  /** Address of the thumbnail of its best photo. */
  bannerImage: string
  /** What its film shows. */
  images: FilmConfig['images']
}

interface DayPhoto extends Candidate {
  media_name: string
}

/** The days of an event that a film can be made of, oldest first. A photo counts from its thumb on. */
export async function listHighlightDays(db: Queries, event_id: number): Promise<HighlightDay[]> {
  const rows = await db.all<DayPhoto & { day: string; lacks_full: number }>(sql`
    select ${DAY} as day, p.id, p.media_name, p.original_date, p.burst_id, p.sharpness,
           p.like_count, p.comment_count, p.lacks_full
      from posts p where p.event_id = ${event_id} and p.status = 'COMPLETED'`)
  return [...Map.groupBy(rows, ({ day }) => day)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, photos]) => {
      const ranked = rankPhotos(photos.filter(({ lacks_full }) => lacks_full === 0))
      const [best] = ranked
      if (!best) return []
      const bannerImage = mediaAddresses(best.media_name).thumb
      return [{ id, count: photos.length, bannerImage, images: imagesOf(ranked) }]
    })
}

/** The addresses of a day's photos in order of capture; of those that look almost alike the best alone. */
export async function listDayImages(db: Queries, place: DayPlace): Promise<string[]> {
  return withoutNearDuplicates(await listDayPhotos(db, place)).map(
    ({ media_name }) => mediaAddresses(media_name).full,
  )
}

interface DayPlace {
  event_id: number
  day: string
}

/** What the film of a day of this event shows; no images where the day has none. */
export async function readFilmConfig(
  db: Queries,
  event: Pick<EventRow, 'id' | 'music'>,
  day: string,
): Promise<FilmConfig> {
  const ranked = rankPhotos(await listDayPhotos(db, { event_id: event.id, day }))
  return toFilmConfig(event, imagesOf(ranked))
}

/** The film of these images, with the music that the owner has chosen. */
export function toFilmConfig(
  event: Pick<EventRow, 'music'>,
  images: FilmConfig['images'],
): FilmConfig {
  return {
    images,
    normalDurationInSeconds: NORMAL_SECONDS,
    specialDurationInSeconds: SPECIAL_SECONDS,
    bgAudio: isMusicName(event.music) ? musicAddress(event.music) : null,
  }
}

function imagesOf(ranked: readonly DayPhoto[]): FilmConfig['images'] {
  return choosePhotos(ranked).map(({ photo, special }) => ({
    url: mediaAddresses(photo.media_name).full,
    special,
  }))
}

/** Those whose large rendition is there: a film of thumbs would stay one. */
function listDayPhotos(db: Queries, { event_id, day }: DayPlace): Promise<DayPhoto[]> {
  return db.all<DayPhoto>(sql`
    select p.id, p.media_name, p.original_date, p.burst_id, p.sharpness, p.like_count, p.comment_count
      from posts p
     where p.event_id = ${event_id} and p.status = 'COMPLETED' and p.lacks_full = 0 and ${DAY} = ${day}
     order by p.original_date, p.id`)
}

/** Throws 404 for what is no day of the calendar, `YYYY-MM-DD`: no database is asked for it. */
export function requireDay(id: string): void {
  if (displayDay(id) === '') throw new HttpError('highlight_not_found')
}
