import { availableParallelism } from 'node:os'
import type { Parts } from '../events/parts.ts'
import { forgetRendition } from '../archives/archive-rows.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import { PhotoError } from '../media/photo-messages.ts'
import type { Oriented } from '../media/orientation.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { completePost, markFullFailed } from '../posts/posts.ts'
import type { PostRow } from '../posts/posts.ts'
import type { PhotoJob } from './process-photo.ts'

export const FULL_QUEUE = 'large photo'

/** Of each queue at once: while one photo is written down another is rendered, and large renditions, which can wait, do not come between. */
export const PHOTO_JOBS = 2 * availableParallelism()

/** The phone may have let go of the photo already, and a machine short of memory is so for longer than seconds. */
export const PHOTO_WAITS_MS = [1_000, 30_000]

interface FullParts extends Pick<Parts, 'db' | 'blobs' | 'log'> {
  photos: Pick<PhotoProcess, 'renderFull'>
}

/**
 * The work that makes the large rendition of a photo whose thumb there is. Where the picture cannot be decoded, or that fails three
 * times, the thumb goes on standing for it, until the photo's renditions are made again.
 */
export function fullWork({ db, blobs, photos, log }: FullParts): JobWork {
  async function giveUp(tx: Transaction, post: IncompletePost): Promise<void> {
    if (await markFullFailed(tx, post))
      log.error('a photo has no large rendition', { post: post.id })
  }

  return {
    queue: FULL_QUEUE,
    concurrency: PHOTO_JOBS,
    retryWaitsMs: PHOTO_WAITS_MS,
    async run(payload) {
      const post = await findIncomplete(db, payload as PhotoJob)
      if (!post) return async () => {}
      const keys = mediaKeys(post.media_name)
      try {
        const { full, width, height } = await blobs.withFiles([keys.original], async ([file]) => {
          if (file === undefined) throw new Error('an original is gone')
          return photos.renderFull(file, post.orientation)
        })
        await blobs.put(keys.full, full)
        return async (tx) => {
          const isDone = await completePost(tx, post, { width, height, bytes: full.length })
          if (isDone) await forgetRendition(tx, post.id)
        }
      } catch (error) {
        // Deleted meanwhile, perhaps before its file was read: no failure, and nothing to try again.
        if (!(await findIncomplete(db, payload as PhotoJob))) return async () => {}
        if (error instanceof PhotoError && !error.isRetryable) return (tx) => giveUp(tx, post)
        throw error
      }
    },
    onFailed: async (payload) => async (tx) => {
      const post = await findIncomplete(tx, payload as PhotoJob)
      if (post) await giveUp(tx, post)
    },
  }
}

type IncompletePost = Pick<PostRow, 'id' | 'media_name'> & Oriented

async function findIncomplete(
  db: Queries,
  { post_id }: PhotoJob,
): Promise<IncompletePost | undefined> {
  return db.get(
    sql`select id, media_name, orientation from posts where id = ${post_id} and lacks_full = 1`,
  )
}
