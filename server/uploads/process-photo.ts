import { availableParallelism } from 'node:os'
import type { Parts } from '../events/parts.ts'
import { forgetRendition } from '../archives/archive-rows.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { enqueueFairly } from '../jobs/jobs.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import type { NudityCheck } from '../moderation/nudity-check.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { joinBurst, storeTraits } from '../posts/bursts.ts'
import { completePost, failPost, markFullFailed } from '../posts/posts.ts'
import { settlePost, workOn } from './work-on-posts.ts'
import type { PostJob } from './work-on-posts.ts'

export const PHOTO_QUEUE = 'photo'
export const FULL_QUEUE = 'large photo'

/** Of each queue at once: while one photo is written down another is rendered, and large renditions, which can wait, do not come between. */
const PHOTO_JOBS = 2 * availableParallelism()

interface PhotoParts extends Pick<Parts, 'db' | 'blobs' | 'now'> {
  photos: Pick<PhotoProcess, 'renderFirst'>
  /** Undefined: photos are not checked. */
  check?: NudityCheck | undefined
  /** Called when photos may wait for their large rendition. */
  onDone?: () => void
}

/**
 * The work that turns an uploaded photo into a post that is shown, or waits for the owner, as soon as there is its thumb; the large
 * rendition is then another job. A picture that cannot be decoded fails at once; a crash or a time-out of the photo process is tried
 * three times.
 */
export function photoWork({ db, blobs, photos, check, now, onDone }: PhotoParts): JobWork {
  return {
    ...workOn({ db, blobs }, PHOTO_QUEUE, {
      concurrency: PHOTO_JOBS,
      waiting: sql`kind = 'photo' and status = 'READYFORPROCESSING'`,
      giveUp: failPost,
      async render(post, file) {
        const keys = mediaKeys(post.media_name)
        const rendered = await photos.renderFirst(file, post.orientation)
        const { full, thumb, width, height, thumbhash, traits, square } = rendered
        await Promise.all([blobs.put(keys.thumb, thumb), full && blobs.put(keys.full, full)])
        const { reason, ...checked } = (await check?.(square)) ?? {}
        const rendition_bytes = thumb.length + (full?.length ?? 0)
        const size = { width, height, rendition_bytes, lacksFull: !full }
        return async (tx) => {
          // First: PostgreSQL locks the user of a row that is changed twice, and an upload holds its user while it waits for the event.
          await storeTraits(tx, post.id, traits)
          const isKept = await settlePost(tx, post.id, reason, { ...size, thumbhash, ...checked })
          // Deleted meanwhile: a sweep finds what was stored.
          if (!isKept) return
          await joinBurst(tx, post.id)
          if (full) return
          const job = { payload: { post_id: post.id } satisfies PostJob, user_id: post.user_id }
          await enqueueFairly(tx, FULL_QUEUE, job, now())
        }
      },
    }),
    ...(onDone && { onDone }),
  }
}

interface FullParts extends Pick<Parts, 'db' | 'blobs' | 'log'> {
  photos: Pick<PhotoProcess, 'renderFull'>
}

/**
 * The work that makes the large rendition of a photo whose thumb there is. Where the picture cannot be decoded, or that fails three
 * times, the thumb goes on standing for it, until the photo's renditions are made again.
 */
export function fullWork({ db, blobs, photos, log }: FullParts): JobWork {
  return workOn({ db, blobs }, FULL_QUEUE, {
    concurrency: PHOTO_JOBS,
    waiting: sql`kind = 'photo' and lacks_full = 1`,
    async giveUp(tx, post_id) {
      if (await markFullFailed(tx, post_id))
        log.error('a photo has no large rendition', { post: post_id })
    },
    async render(post, file) {
      const { full, width, height } = await photos.renderFull(file, post.orientation)
      await blobs.put(mediaKeys(post.media_name).full, full)
      return async (tx) => {
        const isDone = await completePost(tx, post, { width, height, bytes: full.length })
        if (isDone) await forgetRendition(tx, post.id)
      }
    },
  })
}

/** Whether photos wait to be shown or to be completed, or others of these queues: whatever else they are looked at for comes after them. */
export async function areNewWaiting(
  db: Queries,
  queues: readonly string[] = [PHOTO_QUEUE, FULL_QUEUE],
): Promise<boolean> {
  const job = await db.get(sql`select id from jobs where queue in (${sqlList(queues)}) limit 1`)
  return job !== undefined
}
