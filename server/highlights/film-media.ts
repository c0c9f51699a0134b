import { basename } from 'node:path'
import { Hono } from 'hono'
import type { Parts } from '../events/parts.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import { PRIVATE, serveBlob } from '../http/serve-blob.ts'
import { filmKey } from '../posts/post-media.ts'
import { isWhole, MUSIC_FOLDER, musicFile } from './film-plan.ts'
import { findFilmOfName } from './films.ts'
import { createFsBlobStore } from '../blobs/fs-blob-store.ts'

/** Videos of days at their signed addresses, for as long as every photo in them is shown. */
export function filmMediaRoutes({
  db,
  blobs,
  signedMedia,
}: Pick<Parts, 'db' | 'blobs' | 'signedMedia'>): Hono {
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

/** The films' music, at addresses that never give anything else. */
export function musicRoutes(): Hono {
  const pieces = createFsBlobStore(MUSIC_FOLDER)
  const media = new Hono()
  media.get(`${MEDIA_BASE}/music/:file`, async (c, next) => {
    const file = musicFile(c.req.path)
    if (file === undefined) return next()
    return (await serveBlob(c.req.raw, pieces, basename(file), 'audio/mp4')) ?? next()
  })
  return media
}
