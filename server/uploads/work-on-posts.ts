import type { Parts } from '../events/parts.ts'
import type { ReviewReason } from '../../contract/entities.ts'
import { sql } from '../db/sql.ts'
import type { Sql, Transaction } from '../db/sql.ts'
import type { JobEffect } from '../jobs/jobs.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import type { Oriented } from '../media/orientation.ts'
import { PhotoError } from '../media/photo-messages.ts'
import { VideoError } from '../media/run-ffmpeg.ts'
import { flagPost, isForReview } from '../moderation/flagged-posts.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { publishPost } from '../posts/posts.ts'
import type { PostRow, Rendered } from '../posts/posts.ts'

/** The phone may have let go of the photo already, and a machine short of memory is so for longer than seconds. */
const WAITS_MS = [1_000, 30_000]

/** Of the jobs that process a video. */
export const VIDEO_QUEUE = 'video'

export interface PostJob {
  post_id: number
}

interface WaitingPost extends Pick<PostRow, 'id' | 'user_id' | 'media_name'>, Oriented {
  type: string
}

interface Rendering {
  concurrency: number
  /** Which posts wait for it. */
  waiting: Sql
  render: (post: WaitingPost, original: string) => Promise<JobEffect>
  giveUp: (tx: Transaction, post_id: number) => Promise<void>
}

/**
 * Work on posts that wait for what is made of their originals. What cannot be decoded is given up at once; a crash or a time-out is tried
 * three times.
 */
export function workOn(
  { db, blobs }: Pick<Parts, 'db' | 'blobs'>,
  queue: string,
  { concurrency, waiting, render, giveUp }: Rendering,
): JobWork {
  const find = ({ post_id }: PostJob): Promise<WaitingPost | undefined> =>
    db.get(sql`
      select id, user_id, media_name, orientation, type from posts where id = ${post_id} and ${waiting}`)
  return {
    queue,
    concurrency,
    retryWaitsMs: WAITS_MS,
    async run(payload) {
      const post = await find(payload as PostJob)
      // Deleted while it waited.
      if (!post) return async () => {}
      try {
        return await blobs.withFiles([mediaKeys(post.media_name).original], async ([file]) => {
          // It may be back at the next try, or when the photo is renewed.
          if (file === undefined) throw new Error('an original is gone')
          return render(post, file)
        })
      } catch (error) {
        // Deleted meanwhile, perhaps before its file was read: no failure, and nothing to try again.
        if (!(await find(payload as PostJob))) return async () => {}
        if (isForGood(error)) return (tx) => giveUp(tx, post.id)
        throw error
      }
    },
    onFailed: async (payload) => (tx) => giveUp(tx, (payload as PostJob).post_id),
  }
}

function isForGood(error: unknown): boolean {
  const isKnown = error instanceof PhotoError || error instanceof VideoError
  return isKnown && !error.isRetryable
}

/** Shows what was processed, or has it wait for the owner. False where it does not wait for that any more. */
export async function settlePost(
  tx: Transaction,
  post_id: number,
  found: ReviewReason | undefined,
  rendered: Rendered,
): Promise<boolean> {
  const reason = found ?? ((await isForReview(tx, post_id)) ? 'review' : undefined)
  return reason ? flagPost(tx, post_id, reason, rendered) : publishPost(tx, post_id, rendered)
}
