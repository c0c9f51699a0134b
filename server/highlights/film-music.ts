import { basename, join } from 'node:path'
import { Hono } from 'hono'
import { isMusicName, MUSIC_NAMES, musicAddress } from '../../contract/music.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import { createFsBlobStore } from '../blobs/fs-blob-store.ts'
import { serveBlob } from '../http/serve-blob.ts'

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
