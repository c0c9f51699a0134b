import { Hono } from 'hono'
import { MEDIA_BASE } from '../../contract/routes.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/sql.ts'
import { PRIVATE, serveBlob } from '../http/serve-blob.ts'
import { filmKey } from '../posts/post-media.ts'
import type { SignedMedia } from '../posts/post-media.ts'
import { areShown } from './film-plan.ts'
import type { FilmPlan } from './film-plan.ts'
import { findFilmOfName } from './films.ts'
import type { FilmRow } from './films.ts'
import { basename, join } from 'node:path'
import { isMusicName, MUSIC_NAMES, musicAddress } from '../../contract/music.ts'
import { createFsBlobStore } from '../blobs/fs-blob-store.ts'

interface Parts {
  db: Database
  blobs: BlobStore
  signedMedia: SignedMedia
}

/** Videos of days at their signed addresses, for as long as every photo in them is shown. */
export function filmMediaRoutes({ db, blobs, signedMedia }: Parts): Hono {
  const media = new Hono()
  media.get(`${MEDIA_BASE}/:name{[0-9a-f]{32}}/film.mp4`, async (c, next) => {
    const { name } = c.req.param()
    if (!signedMedia.isSigned(name, c.req.query())) return next()
    const film = await findFilmOfName(db, name)
    if (film?.state !== 'ready' || !(await isWhole(db, film))) return next()
    return (await serveBlob(c.req.raw, blobs, filmKey(name), 'video/mp4', PRIVATE)) ?? next()
  })
  return media
}

/** Whether no photo of a film has been deleted or hidden since. */
export function isWhole(db: Database, { event_id, day, plan }: FilmRow): Promise<boolean> {
  const { images } = JSON.parse(plan) as FilmPlan
  const names = [...new Set(images.map(({ media_name }) => media_name))]
  return areShown(db, { event_id, day }, names)
}

const FOLDER = join(import.meta.dirname, 'music')

/** The films' music, at addresses that never give anything else. */
export function musicRoutes(): Hono {
  const pieces = createFsBlobStore(FOLDER)
  const media = new Hono()
  media.get(`${MEDIA_BASE}/music/:file`, async (c, next) => {
    const file = musicFile(c.req.path)
    if (file === undefined) return next()
    return (await serveBlob(c.req.raw, pieces, basename(file), 'audio/mp4')) ?? next()
  })
  return media
}

/** The address of the music that an Orma's owner has chosen; null: none. */
export function chosenMusic({ music }: { music: string | null }): string | null {
  return isMusicName(music) ? musicAddress(music) : null
}

/** The file that lies at an address; undefined: no music does. */
export function musicFile(address: string): string | undefined {
  const isOurs = MUSIC_NAMES.some((name) => musicAddress(name) === address)
  return isOurs ? join(FOLDER, basename(address)) : undefined
}
