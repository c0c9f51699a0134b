import { Hono } from 'hono'
import { RENDITION_NAMES, renditionFile, RENDITIONS } from '../../contract/renditions.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import type { PublicBucket } from '../blobs/public-bucket.ts'
import { sendToBucket, serveBlob, servePrivateBlob } from '../http/serve-blob.ts'
import { mediaKeys } from './post-media.ts'
import type { PostRow } from './posts.ts'
import type { SignedMedia } from './post-media.ts'

const MEDIA_NAME = /^[0-9a-f]{32}$/

/** The photos of COMPLETED posts at their public addresses, and of flagged ones at signed addresses; each goes with its post. */
export function postMediaRoutes({
  db,
  blobs,
  signedMedia,
  bucket,
}: {
  db: Database
  blobs: BlobStore
  signedMedia: SignedMedia
  /** Absent: all bytes go through this process. */
  bucket?: PublicBucket | undefined
}): Hono {
  const media = new Hono()
  media.get(`${MEDIA_BASE}/:name/:file`, async (c, next) => {
    const { name, file } = c.req.param()
    const rendition = RENDITION_NAMES.find((one) => renditionFile(one) === file)
    if (!MEDIA_NAME.test(name) || !rendition) return next()
    const post = await db.get<Pick<PostRow, 'status'>>(
      sql`select status from posts where media_name = ${name}`,
    )
    const { type } = RENDITIONS[rendition]
    const blobKey = mediaKeys(name)[rendition]
    // The status comes first: a photo that is hidden now must not be answered with 304.
    if (post?.status === 'COMPLETED') {
      if (bucket) return sendToBucket(c.req.raw, bucket, blobKey, type)
      return (await serveBlob(c.req.raw, blobs, blobKey, type)) ?? next()
    }
    if (post?.status === 'FAILEDBYNUDITY' && signedMedia.isSigned(name, c.req.query())) {
      return (await servePrivateBlob(c.req.raw, blobs, blobKey, type)) ?? next()
    }
    return next()
  })
  return media
}
