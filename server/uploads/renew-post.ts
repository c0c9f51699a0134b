import type { VideoType } from '../../contract/video-type.ts'
import type { Parts } from '../events/parts.ts'
import { forgetRendition } from '../archives/archive-rows.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/sql.ts'
import { recordChange } from '../live/changes.ts'
import type { Oriented } from '../media/orientation.ts'
import { PhotoError } from '../media/photo-messages.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { VideoError } from '../media/run-ffmpeg.ts'
import type { VideoProcess } from '../media/video-process.ts'
import { FfmpegMissing } from '../outages.ts'
import { blobKeysOf, mediaKeys } from '../posts/post-media.ts'
import type { PostRow, Rendered } from '../posts/posts.ts'
import { renderVideo } from './process-video.ts'

export interface RenewedPost extends Oriented, Pick<PostRow, 'id' | 'kind' | 'media_name'> {
  event_id: number
  type: string
}

export interface RenewParts extends Pick<Parts, 'db' | 'blobs' | 'log' | 'now' | 'videoLimits'> {
  photos: PhotoProcess
  videos: VideoProcess
}

/**
 * Stores a post's original, and what is made of it anew, under a new name, has the post go by it, and removes what lay under the old one. One
 * that cannot be decoded any more keeps what it has.
 */
export async function renewPost(parts: RenewParts, post: RenewedPost): Promise<void> {
  const { db, blobs, log } = parts
  const { original } = mediaKeys(post.media_name)
  const media_name = newMediaName()
  try {
    const made = await blobs.withFiles(
      [original],
      async ([file]) => file && MAKE[post.kind](parts, post, { file, media_name }),
    )
    const stored = made && (await blobs.open(original))
    // Deleted meanwhile, or lost: there is nothing to make renditions of.
    if (!stored) return
    await blobs.put(mediaKeys(media_name).original, stored.stream)
    const isRenewed = await db.transaction((tx) => namePost(tx, post, { ...made, media_name }))
    // What nobody goes by, here and where this fails, a sweep finds.
    if (isRenewed) await removeBlobs({ blobs, log }, blobKeysOf(post))
  } catch (error) {
    const isKnown = error instanceof PhotoError || error instanceof VideoError
    if (!isKnown || error.isRetryable) throw error
    log.warn(`a ${post.kind} cannot be decoded any more and keeps its renditions`, {
      post: post.id,
      error,
    })
  }
}

/** Makes what is made of a post from its original, and stores it under a name. */
type Make = (
  parts: RenewParts,
  post: RenewedPost,
  names: { file: string; media_name: string },
) => Promise<Rendered>

const MAKE: Readonly<Record<PostRow['kind'], Make>> = {
  async photo({ blobs, photos }, { orientation }, { file, media_name }) {
    const { full, thumb, width, height, thumbhash } = await photos.render(file, orientation)
    const keys = mediaKeys(media_name)
    await Promise.all([blobs.put(keys.full, full), blobs.put(keys.thumb, thumb)])
    return { width, height, thumbhash, rendition_bytes: full.length + thumb.length }
  },
  video(parts, { type }, names) {
    const source = { ...names, type: type as VideoType }
    return renderVideo(parts, source, async ({ rendered, posterOf }) => {
      // Its poster, which its phone may have sent, would be gone.
      if (posterOf !== 'video') throw new FfmpegMissing()
      return rendered
    })
  },
}

/** False where the post was deleted meanwhile. */
async function namePost(
  tx: Transaction,
  { id, event_id, media_name }: RenewedPost,
  made: Rendered & Pick<PostRow, 'media_name'>,
): Promise<boolean> {
  // Who deletes the event holds its row first as well.
  await tx.lockRow('events', event_id)
  const before = await tx.get<{ rendition_bytes: number }>(
    sql`select rendition_bytes from posts where id = ${id}`,
  )
  const renamed = await tx.run(sql`
    update posts set media_name = ${made.media_name}, width = ${made.width}, height = ${made.height},
           thumbhash = ${made.thumbhash}, rendition_bytes = ${made.rendition_bytes}, lacks_full = 0,
           duration_ms = ${made.duration_ms ?? null}, liveliest_ms = ${made.liveliest_ms ?? null},
           clean_type = ${made.clean_type ?? null}
     where id = ${id} and media_name = ${media_name}`)
  if (renamed === 0 || !before) return false
  await tx.run(sql`
    update events set storage_bytes = storage_bytes + ${made.rendition_bytes - before.rendition_bytes}
     where id = ${event_id}`)
  await forgetRendition(tx, id)
  await recordChange(tx, { event_id, kind: 'post', post_id: id })
  return true
}
