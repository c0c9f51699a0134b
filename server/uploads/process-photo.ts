import { availableParallelism } from 'node:os'
import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import { PhotoError } from '../media/photo-process.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { failPost, isKnownMediaName, publishPost } from '../posts/posts.ts'

export const PHOTO_QUEUE = 'photo'

interface PhotoJob {
  post_id: number
}

interface Parts {
  db: Database
  blobs: BlobStore
  photos: PhotoProcess
}

/**
 * The work that turns an uploaded photo into renditions and a COMPLETED post. A picture that cannot be decoded fails at once; a
 * crash or a time-out of the photo process is tried three times.
 */
export function photoWork({ db, blobs, photos }: Parts): JobWork {
  return {
    queue: PHOTO_QUEUE,
    concurrency: availableParallelism(),
    async run(payload) {
      const { post_id } = payload as PhotoJob
      const post = await db.get<{ media_name: string }>(
        sql`select media_name from posts where id = ${post_id} and status = 'READYFORPROCESSING'`,
      )
      // Deleted while it waited.
      if (!post) return async () => {}
      const keys = mediaKeys(post.media_name)
      const original = blobs.path(keys.original) ?? (await blobs.read(keys.original))
      if (original === undefined) return (tx) => fail(tx, post_id)
      try {
        const { full, thumb, width, height, thumbhash } = await photos.render(original)
        await Promise.all([blobs.put(keys.full, full), blobs.put(keys.thumb, thumb)])
        const rendered = { width, height, thumbhash, rendition_bytes: full.length + thumb.length }
        return async (tx) => {
          const isPublished = await publishPost(tx, post_id, rendered)
          const isGone = !isPublished && !(await isKnownMediaName(tx, post.media_name))
          if (isGone) await removeRenditions(blobs, keys)
        }
      } catch (error) {
        if (error instanceof PhotoError && !error.isRetryable) return (tx) => fail(tx, post_id)
        throw error
      }
    },
    giveUp: (payload, tx) => fail(tx, (payload as PhotoJob).post_id),
  }
}

async function fail(tx: Queries, post_id: number): Promise<void> {
  await failPost(tx, post_id)
}

/** The post was deleted while its photo was rendered: nothing of it stays. */
async function removeRenditions(
  blobs: BlobStore,
  { full, thumb }: { full: string; thumb: string },
): Promise<void> {
  await Promise.all([blobs.delete(full), blobs.delete(thumb)])
}
