import { Hono } from 'hono'
import { MEDIA_BASE } from '../../contract/routes.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { serveBlob } from '../http/serve-blob.ts'
import { mediaKeys } from './post-media.ts'

const MEDIA_NAME = /^[0-9a-f]{32}$/
const RENDITIONS = {
  'full.jpg': { key: 'full', type: 'image/jpeg' },
  'thumb.webp': { key: 'thumb', type: 'image/webp' },
} as const

/** The photos of COMPLETED posts at their public addresses; each goes with its post. */
export function postMediaRoutes(db: Database, blobs: BlobStore): Hono {
  const media = new Hono()
  media.get(`${MEDIA_BASE}/:name/:file`, async (c, next) => {
    const { name, file } = c.req.param()
    if (!MEDIA_NAME.test(name) || !(file in RENDITIONS)) return next()
    const shown = await db.get(
      sql`select id from posts where media_name = ${name} and status = 'COMPLETED'`,
    )
    const { key, type } = RENDITIONS[file as keyof typeof RENDITIONS]
    if (!shown) return next()
    const answer = await serveBlob(c.req.raw, blobs, mediaKeys(name)[key], type)
    return answer ?? next()
  })
  return media
}
