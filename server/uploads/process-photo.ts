import type { Parts } from '../events/parts.ts'
import type { ReviewReason } from '../../contract/entities.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { enqueueFairly } from '../jobs/jobs.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import type { NudityCheck } from '../moderation/nudity-check.ts'
import { PhotoError } from '../media/photo-messages.ts'
import type { Oriented } from '../media/orientation.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { flagPost, isForReview } from '../moderation/flagged-posts.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { joinBurst, storeTraits } from '../posts/bursts.ts'
import { failPost, publishPost } from '../posts/posts.ts'
import type { PostRow, Rendered } from '../posts/posts.ts'
import { FULL_QUEUE, PHOTO_JOBS, PHOTO_WAITS_MS } from './complete-photo.ts'

export const PHOTO_QUEUE = 'photo'

export interface PhotoJob {
  post_id: number
}

interface PhotoParts extends Pick<Parts, 'db' | 'blobs' | 'now'> {
  photos: PhotoProcess
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
    queue: PHOTO_QUEUE,
    concurrency: PHOTO_JOBS,
    retryWaitsMs: PHOTO_WAITS_MS,
    ...(onDone && { onDone }),
    async run(payload) {
      const post = await findWaiting(db, payload as PhotoJob)
      // Deleted while it waited.
      if (!post) return async () => {}
      const keys = mediaKeys(post.media_name)
      try {
        const rendered = await blobs.withFiles([keys.original], async ([file]) => {
          // It may be back at the next try, or when the photo is renewed.
          if (file === undefined) throw new Error('an original is gone')
          return photos.renderFirst(file, post.orientation)
        })
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
          const job = { payload: { post_id: post.id } satisfies PhotoJob, user_id: post.user_id }
          await enqueueFairly(tx, FULL_QUEUE, job, now())
        }
      } catch (error) {
        // Deleted meanwhile, perhaps before its file was read: no failure, and nothing to try again.
        if (!(await findWaiting(db, payload as PhotoJob))) return async () => {}
        if (error instanceof PhotoError && !error.isRetryable) return (tx) => failPost(tx, post.id)
        throw error
      }
    },
    onFailed: async (payload) => (tx) => failPost(tx, (payload as PhotoJob).post_id),
  }
}

/** Whether photos wait to be shown or to be completed: whatever else photos are looked at for comes after them. */
export async function areNewWaiting(db: Queries): Promise<boolean> {
  const job = await db.get(
    sql`select id from jobs where queue in (${PHOTO_QUEUE}, ${FULL_QUEUE}) limit 1`,
  )
  return job !== undefined
}

type WaitingPost = Pick<PostRow, 'id' | 'user_id' | 'media_name'> & Oriented

async function findWaiting(db: Queries, { post_id }: PhotoJob): Promise<WaitingPost | undefined> {
  return db.get(sql`
    select id, user_id, media_name, orientation from posts where id = ${post_id} and status = 'READYFORPROCESSING'`)
}

/** Shows a photo, or has it wait for the owner. False where it does not wait for that any more. */
async function settlePost(
  tx: Transaction,
  post_id: number,
  found: ReviewReason | undefined,
  rendered: Rendered,
): Promise<boolean> {
  const reason = found ?? ((await isForReview(tx, post_id)) ? 'review' : undefined)
  return reason ? flagPost(tx, post_id, reason, rendered) : publishPost(tx, post_id, rendered)
}
