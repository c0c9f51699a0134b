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
import { VIDEO_MEDIA_TYPES } from '../../contract/video-type.ts'
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
    const asked = MEDIA_NAME.test(name) ? findBlob(name, file) : undefined
    if (!asked) return next()
    const { key, type, isVideo } = asked
    const post = await db.get<Pick<PostRow, 'status' | 'kind'>>(
      sql`select status, kind from posts where media_name = ${name}`,
    )
    if (isVideo && post?.kind !== 'video') return next()
    // The status comes first: a photo that is hidden now must not be answered with 304.
    if (post?.status === 'COMPLETED') {
      if (bucket) return sendToBucket(c.req.raw, bucket, key, type)
      return (await serveBlob(c.req.raw, blobs, key, type)) ?? next()
    }
    if (post?.status === 'FAILEDBYNUDITY' && signedMedia.isSigned(name, c.req.query())) {
      // No Safari plays a video without ranges.
      const answer = isVideo
        ? serveBlob(c.req.raw, blobs, key, type, PRIVATE)
        : servePrivateBlob(c.req.raw, blobs, key, type)
      return (await answer) ?? next()
    }
    return next()
  })
  return media
}

function findBlob(name: string, file: string) {
  if (file === VIDEO_FILE)
    return { key: videoKeys(name).video, type: VIDEO_MEDIA_TYPES.mp4, isVideo: true }
  const rendition = RENDITION_NAMES.find((one) => renditionFile(one) === file)
  if (!rendition) return undefined
  return { key: mediaKeys(name)[rendition], type: RENDITIONS[rendition].type, isVideo: false }
}
