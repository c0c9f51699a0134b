import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { recordChange } from '../live/changes.ts'
import { PhotoError } from '../media/photo-process.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import type { PhotoTraits } from '../media/photo-traits.ts'
import { joinBurst } from '../posts/bursts.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { storeTraits } from '../posts/post-traits.ts'
import { areNewWaiting } from './process-photo.ts'

export const OLDER_QUEUE = 'older photo'

/** New photos wait for their renditions: they go first. */
const BUSY_MS = 2_000

/** Looks at the first shown post behind `after` that has no burst, and leaves a job for the next. */
interface OlderJob {
  after: number
}

interface OlderPost {
  id: number
  event_id: number
  media_name: string
  perceptual_hash: string | null
}

interface Parts {
  db: Database
  blobs: BlobStore
  photos: PhotoProcess
  now: () => number
}

/** Queues the work for shown posts without a burst, unless it is queued already. */
export async function lookAtOlder({ db, now }: Pick<Parts, 'db' | 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.lock(OLDER_QUEUE)
    const begun = await tx.get(sql`select id from jobs where queue = ${OLDER_QUEUE}`)
    if (begun || !(await nextOlder(tx, 0))) return
    await enqueueJob(tx, OLDER_QUEUE, { after: 0 }, now())
  })
}

/**
 * The work that finds the traits and bursts of posts from before there were any, one after the other and after all new photos. How
 * far it is stands in its job. A photo whose thumbnail cannot be read is passed by, until the next start.
 */
export function olderWork({ db, blobs, photos, now }: Parts): JobWork {
  return {
    queue: OLDER_QUEUE,
    concurrency: 1,
    async run(payload) {
      const { after } = payload as OlderJob
      const post = await nextOlder(db, after)
      if (!post) return async () => {}
      if (await areNewWaiting(db)) return (tx) => goOn(tx, after, now() + BUSY_MS)
      const traits = post.perceptual_hash === null ? await look({ blobs, photos }, post) : undefined
      return async (tx) => {
        if (traits) await storeTraits(tx, post.id, traits)
        const { id: post_id, event_id } = post
        if (await joinBurst(tx, post_id))
          await recordChange(tx, { event_id, kind: 'post', post_id })
        await goOn(tx, post.id, now())
      }
    },
    giveUp: async (payload) => async (tx) => {
      const post = await nextOlder(tx, (payload as OlderJob).after)
      if (post) await goOn(tx, post.id, now())
    },
  }
}

async function nextOlder(db: Queries, after: number): Promise<OlderPost | undefined> {
  return db.get<OlderPost>(sql`
    select id, event_id, media_name, perceptual_hash from posts
     where status = 'COMPLETED' and burst_id is null and id > ${after}
     order by id limit 1`)
}

function goOn(tx: Queries, after: number, atMs: number): Promise<void> {
  return enqueueJob(tx, OLDER_QUEUE, { after }, atMs)
}

async function look(
  { blobs, photos }: Pick<Parts, 'blobs' | 'photos'>,
  { media_name }: OlderPost,
): Promise<PhotoTraits | undefined> {
  const { thumb } = mediaKeys(media_name)
  const bytes = await blobs.read(thumb)
  if (bytes === undefined) return undefined
  try {
    return await photos.readTraits(bytes)
  } catch (error) {
    if (error instanceof PhotoError && !error.isRetryable) return undefined
    throw error
  }
}
