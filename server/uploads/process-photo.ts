import { availableParallelism } from 'node:os'
import type { ReviewReason } from '../../contract/entities.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import type { NudityCheck } from '../moderation/nudity-check.ts'
import { PhotoError } from '../media/photo-process.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { flagPost, isForReview } from '../moderation/flagged-posts.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { joinBurst } from '../posts/bursts.ts'
import { storeTraits } from '../posts/post-traits.ts'
import { failPost, isKnownMediaName, publishPost } from '../posts/posts.ts'
import type { Rendered } from '../posts/posts.ts'

export const PHOTO_QUEUE = 'photo'

interface PhotoJob {
  post_id: number
}

interface Parts {
  db: Database
  blobs: BlobStore
  photos: PhotoProcess
  /** Undefined: photos are not checked. */
  check?: NudityCheck | undefined
}

/**
 * The work that turns an uploaded photo into renditions and a post that is shown, or waits for the owner. A picture that cannot be decoded fails at once; a
 * crash or a time-out of the photo process is tried three times.
 */
export function photoWork({ db, blobs, photos, check }: Parts): JobWork {
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
        const { full, thumb, width, height, thumbhash, traits, square } =
          await photos.render(original)
        await Promise.all([blobs.put(keys.full, full), blobs.put(keys.thumb, thumb)])
        const { reason, ...checked } = (await check?.(square)) ?? {}
        const rendered = {
          width,
          height,
          thumbhash,
          rendition_bytes: full.length + thumb.length,
          ...checked,
        }
        return async (tx) => {
          const isKept = await settlePost(tx, post_id, reason, rendered)
          await storeTraits(tx, post_id, traits)
          await joinBurst(tx, post_id)
          const isGone = !isKept && !(await isKnownMediaName(tx, post.media_name))
          if (isGone) await removeRenditions(blobs, keys)
        }
      } catch (error) {
        if (error instanceof PhotoError && !error.isRetryable) return (tx) => fail(tx, post_id)
        throw error
      }
    },
    async giveUp(payload, tx) {
      const { post_id } = payload as PhotoJob
      const post = await tx.get<{ media_name: string }>(
        sql`select media_name from posts where id = ${post_id} and status = 'READYFORPROCESSING'`,
      )
      await fail(tx, post_id)
      // A try may have stored them before it failed: nobody counts them.
      if (post) await removeRenditions(blobs, mediaKeys(post.media_name))
    },
  }
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

async function fail(tx: Queries, post_id: number): Promise<void> {
  await failPost(tx, post_id)
}

/** The post was deleted while its photo was rendered, or cannot be shown after all: no rendition of it stays. */
async function removeRenditions(
  blobs: BlobStore,
  { full, thumb }: { full: string; thumb: string },
): Promise<void> {
  await Promise.all([blobs.delete(full), blobs.delete(thumb)])
}
