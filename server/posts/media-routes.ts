import { Hono } from 'hono'
import {
  RENDITION_NAMES,
  renditionFile,
  RENDITIONS,
  VIDEO_FILE,
} from '../../contract/renditions.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import type { PublicBucket } from '../blobs/public-bucket.ts'
import { PRIVATE, sendToBucket, serveBlob, servePrivateBlob } from '../http/serve-blob.ts'
import { mediaKeys, videoKeys } from './post-media.ts'
import type { PostRow } from './posts.ts'
import type { SignedMedia } from './post-media.ts'

const MEDIA_NAME = /^[0-9a-f]{32}$/

/** The photos and videos of COMPLETED posts at their public addresses, and of flagged ones at signed addresses; each goes with its post. */
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
    const blob = blobOf(name, file)
    if (!MEDIA_NAME.test(name) || !blob) return next()
    const post = await db.get<Pick<PostRow, 'status'>>(
      sql`select status from posts where media_name = ${name}`,
    )
    const { key: blobKey, type } = blob
    // The status comes first: a photo that is hidden now must not be answered with 304.
    if (post?.status === 'COMPLETED') {
      if (bucket) return sendToBucket(c.req.raw, bucket, blobKey, type)
      return (await serveBlob(c.req.raw, blobs, blobKey, type)) ?? next()
    }
    if (post?.status === 'FAILEDBYNUDITY' && signedMedia.isSigned(name, c.req.query())) {
      // A player asks for parts of a video.
      const answer = blob.isVideo
        ? serveBlob(c.req.raw, blobs, blobKey, type, PRIVATE)
        : servePrivateBlob(c.req.raw, blobs, blobKey, type)
      return (await answer) ?? next()
    }
    return next()
  })
  return media
}

/** Where a file of a post lies, by its name in the address; undefined for any other. */
function blobOf(media_name: string, file: string) {
  if (file === VIDEO_FILE)
    return { key: videoKeys(media_name).video, type: 'video/mp4', isVideo: true }
  const rendition = RENDITION_NAMES.find((one) => renditionFile(one) === file)
  if (!rendition) return undefined
  return { key: mediaKeys(media_name)[rendition], type: RENDITIONS[rendition].type, isVideo: false }
}
