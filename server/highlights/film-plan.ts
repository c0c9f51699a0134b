import { hash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { FilmClip, FilmConfig } from '../../contract/film-config.ts'
import { MUSIC_NAMES, musicAddress } from '../../contract/music.ts'
import { renditionFile } from '../../contract/renditions.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import { titleOf } from '../../film/draw-title.ts'
import type { Title } from '../../film/draw-title.ts'
import { countRows, sql, sqlList } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import { HttpError } from '../http/http-error.ts'
import { DAY } from '../posts/feed.ts'
import { videoAddress } from '../posts/post-media.ts'
import type { FilmRow } from './films.ts'

/** All that is seen and heard in a film. */
export interface FilmPlan extends Omit<FilmConfig, 'images' | 'bgAudio'> {
  images: PlannedImage[]
  /** Address of its music below the origin; absent: it is silent. */
  music?: string | undefined
  title: Title
}

interface PlannedImage {
  media_name: string
  special: boolean
  /** Of a video: absent for a photo. */
  clip?: Pick<FilmClip, 'start' | 'seconds'> | undefined
}

/** To be counted up when the same plan is drawn differently: stored films are then made anew. */
const DRAWING = 2

export const MUSIC_FOLDER = join(import.meta.dirname, 'music')

const OWN_PHOTO = new RegExp(
  `^${MEDIA_BASE}/([0-9a-f]{32})/${RegExp.escape(renditionFile('full'))}$`,
)

/**
 * The plan of a config's film, its photos and videos by name. Rejects with 400 where an image is not a shown one of this event and
 * day, or the music is unknown: addresses are never fetched, they only name what is in our own store. The music need not be the owner's
 * present choice: whoever was cut off before the choice changed joins the film that is being made.
 */
export async function planFilm(
  db: Queries,
  { event, day, publicUrl }: { event: EventRow; day: string; publicUrl: string | undefined },
  { images, bgAudio, ...seconds }: FilmConfig,
): Promise<FilmPlan> {
  const named = images.map(({ url, special, clip }): PlannedImage => {
    const media_name = photoOf(pathOf(url, publicUrl))
    if (!clip) return { media_name, special }
    if (pathOf(clip.url, publicUrl) !== videoAddress(media_name)) throw foreignImage()
    return { media_name, special, clip: { start: clip.start, seconds: clip.seconds } }
  })
  const names = [...new Set(named.map(({ media_name }) => media_name))]
  const music = bgAudio === null ? undefined : pathOf(bgAudio, publicUrl)
  const isOurs = music === undefined || musicFile(music) !== undefined
  if (!isOurs || !(await areShown(db, { event_id: event.id, day }, names))) {
    throw foreignImage()
  }
  return { images: named, ...seconds, music, title: titleOf(event.name, day) }
}

/** A hash: equal for films that look and sound the same. */
export function contentOf(plan: FilmPlan): string {
  return hash('sha256', JSON.stringify([DRAWING, plan]))
}

/** Whether all of these are photos of a day that everybody sees. */
async function areShown(
  db: Queries,
  { event_id, day }: { event_id: number; day: string },
  names: readonly string[],
): Promise<boolean> {
  const found = await countRows(
    db,
    sql`from posts p
     where p.media_name in (${sqlList(names)}) and p.event_id = ${event_id} and p.status = 'COMPLETED'
       and ${DAY} = ${day}`,
  )
  return found === names.length
}

/** A page of another origin has addresses whole. */
function pathOf(url: string, publicUrl: string | undefined): string {
  const isWhole = publicUrl !== undefined && url.startsWith(`${publicUrl}/`)
  return isWhole ? url.slice(publicUrl.length) : url
}

function photoOf(path: string): string {
  const name = OWN_PHOTO.exec(path)?.[1]
  if (name === undefined) throw foreignImage()
  return name
}

function foreignImage(): HttpError {
  return new HttpError('foreign_image', { field: 'HighlightsImages' })
}

/** Whether no photo of a film has been deleted or hidden since. */
export function isWhole(db: Queries, { event_id, day, plan }: FilmRow): Promise<boolean> {
  const { images } = JSON.parse(plan) as FilmPlan
  const names = [...new Set(images.map(({ media_name }) => media_name))]
  return areShown(db, { event_id, day }, names)
}

/** The file that lies at an address; undefined: no music does. */
export function musicFile(address: string): string | undefined {
  const isOurs = MUSIC_NAMES.some((name) => musicAddress(name) === address)
  return isOurs ? join(MUSIC_FOLDER, basename(address)) : undefined
}
