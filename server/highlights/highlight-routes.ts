import { api } from '../../contract/api.ts'
import { SECONDS_MIN } from '../../contract/film-config.ts'
import type { FilmClip, FilmConfig } from '../../contract/film-config.ts'
import { CLIP_SECONDS, NORMAL_SECONDS, SPECIAL_SECONDS } from '../../contract/limits.ts'
import { isMusicName, musicAddress } from '../../contract/music.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import type { SeenEvent } from '../events/viewer.ts'
import type { Parts } from '../events/parts.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { byFeedVersion } from '../posts/by-feed-version.ts'
import { DAY } from '../posts/feed.ts'
import { mediaAddresses, videoAddress } from '../posts/post-media.ts'
import { choosePhotos, rankPhotos, withoutNearDuplicates } from './choose-photos.ts'
import type { Candidate } from './choose-photos.ts'

export function highlightRoutes({ db, access }: Pick<Parts, 'db' | 'access'>): Route[] {
  const days = byFeedVersion<HighlightDay[]>()
  // Guests who see their own photos alone have no films of others'.
  const daysOf = async (event: SeenEvent) =>
    event.viewer.seesAll ? days(event, () => listHighlightDays(db, event.id)) : []
  async function requireHighlight(event: SeenEvent, id: string): Promise<HighlightDay> {
    const day = (await daysOf(event)).find((found) => found.id === id)
    if (!day) throw new HttpError('highlight_not_found')
    return day
  }

  return [
    handle(api.getHighlightConfig, {
      load: access.requireEvent,
      run: async ({ loaded: event, params: { id } }) => {
        const day = await requireHighlight(event, id)
        return { data: { video_json: toFilmConfig(event, day.images) } }
      },
    }),

    handle(api.getHighlight, {
      load: access.requireEvent,
      run: async ({ loaded: event, params: { id } }) => {
        const { bannerImage } = await requireHighlight(event, id)
        const images = await listDayImages(db, { event_id: event.id, day: id })
        return { data: { id, date: id, bannerImage, images } }
      },
    }),

    handle(api.listHighlights, {
      load: access.requireEvent,
      run: async ({ loaded: event }) => {
        const days = await daysOf(event)
        return Object.fromEntries(days.map((day) => [day.id, day]))
      },
    }),
  ]
}

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
  /** Of a video. */
  duration_ms: number | null
  liveliest_ms: number | null
}

/** The days of an event that a film can be made of, oldest first. A photo counts from its thumb on. */
export async function listHighlightDays(db: Queries, event_id: number): Promise<HighlightDay[]> {
  const rows = await db.all<DayPhoto & { day: string; lacks_full: number }>(sql`
    select ${DAY} as day, p.id, p.media_name, p.original_date, p.burst_id, p.sharpness,
           p.like_count, p.comment_count, p.duration_ms, p.liveliest_ms, p.lacks_full
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
async function listDayImages(db: Queries, place: DayPlace): Promise<string[]> {
  return withoutNearDuplicates(await listDayPhotos(db, place)).map(
    ({ media_name }) => mediaAddresses(media_name).full,
  )
}

interface DayPlace {
  event_id: number
  day: string
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
  return choosePhotos(ranked).map(({ photo, special }) => {
    const url = mediaAddresses(photo.media_name).full
    const clip = clipOf(photo)
    return clip ? { url, special, clip } : { url, special }
  })
}

/** The part of a video that the film shows; undefined for a photo, and for what is hardly more than one. */
function clipOf({ media_name, duration_ms, liveliest_ms }: DayPhoto): FilmClip | undefined {
  if (duration_ms === null || duration_ms < SECONDS_MIN * 1000) return undefined
  const seconds = Math.min(duration_ms / 1000, CLIP_SECONDS)
  return { url: videoAddress(media_name), start: (liveliest_ms ?? 0) / 1000, seconds }
}

/** Those whose large rendition is there: a film of thumbs would stay one. */
function listDayPhotos(db: Queries, { event_id, day }: DayPlace): Promise<DayPhoto[]> {
  return db.all<DayPhoto>(sql`
    select p.id, p.media_name, p.original_date, p.burst_id, p.sharpness, p.like_count, p.comment_count,
           p.duration_ms, p.liveliest_ms
      from posts p
     where p.event_id = ${event_id} and p.status = 'COMPLETED' and p.lacks_full = 0 and ${DAY} = ${day}
     order by p.original_date, p.id`)
}
