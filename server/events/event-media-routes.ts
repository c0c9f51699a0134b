import { Hono } from 'hono'
import { MEDIA_BASE } from '../../contract/routes.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { serveBlob } from '../http/serve-blob.ts'
import { eventImageKey } from './event-media.ts'

const IMAGE_FILE = /^([0-9a-f]{32})\.jpg$/

/** Ormas' own pictures. A replaced one's blob is deleted, so its address ends with it. */
export function eventMediaRoutes(blobs: BlobStore): Hono {
  const media = new Hono()
  media.get(`${MEDIA_BASE}/event/:file`, async (c, next) => {
    const name = IMAGE_FILE.exec(c.req.param('file'))?.[1]
    if (name === undefined) return next()
    const answer = await serveBlob(c.req.raw, blobs, eventImageKey(name), 'image/jpeg')
    return answer ?? next()
  })
  return media
}
