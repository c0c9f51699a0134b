import type { Parts } from '../events/parts.ts'
import { forgetRendition } from '../archives/archive-rows.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { recordChange } from '../live/changes.ts'
import type { Oriented } from '../media/orientation.ts'
import { PhotoError } from '../media/photo-messages.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { mediaKeys } from '../posts/post-media.ts'
import type { PostRow } from '../posts/posts.ts'
import { areNewWaiting } from './process-photo.ts'
import { enqueuePost } from './store-photo.ts'

export const RENEW_QUEUE = 'renewed photo'

/** New photos wait for their renditions: they go first. */
const BUSY_MS = 2_000

/** Renews the first photo behind post `after`, up to post `last`, and leaves a job for the next. */
interface RenewJob {
  event_id: number | null
  after: number
  last: number
}

interface RenewedPost extends Oriented {
  id: number
  event_id: number
  media_name: string
}

interface RenewParts extends Pick<Parts, 'db' | 'blobs' | 'log' | 'now'> {
  photos: PhotoProcess
}

/**
 * Queues the renewal of the renditions of all photos that have any, or of one event's, and has those that none could be made of tried
 * again; a server on the same database does it. Resolves to how many are left to do: where the same renewal is under way already, it
 * goes on.
 */
export async function startRenewal(
  db: Database,
  event_id: number | null,
  nowMs: number,
): Promise<{ left: number; isNew: boolean }> {
  return db.transaction(async (tx) => {
    await tx.lock(RENEW_QUEUE)
    const jobs = await tx.all<{ payload: string }>(
      sql`select payload from jobs where queue = ${RENEW_QUEUE}`,
    )
    const begun = jobs
      .map(({ payload }) => JSON.parse(payload) as RenewJob)
      .find((job) => job.event_id === event_id)
    const newest = await tx.get<{ id: number | null }>(sql`select max(id) as id from posts`)
    const job = begun ?? { event_id, after: 0, last: newest?.id ?? 0 }
    const left = await countLeft(tx, job)
    if (begun) return { left, isNew: false }
    if (left > 0) await enqueueJob(tx, RENEW_QUEUE, job, nowMs)
    return { left: left + (await retryFailed(tx, event_id, nowMs)), isNew: true }
  })
}

/**
 * The work that makes renditions again from the originals, one after the other and after all new photos. How far it is stands in its job. Each photo gets
 * a new name, so that what an address gives never changes; a photo that cannot be decoded any more keeps what it has.
 */
export function renewWork(parts: RenewParts): JobWork {
  const { db, log, now } = parts
  const goOn = (tx: Queries, job: RenewJob, after: number, atMs: number): Promise<void> =>
    enqueueJob(tx, RENEW_QUEUE, { ...job, after }, atMs)
  return {
    queue: RENEW_QUEUE,
    concurrency: 1,
    async run(payload) {
      const job = payload as RenewJob
      const post = await nextPost(db, job)
      if (!post) return async () => {}
      if (await areNewWaiting(db)) return (tx) => goOn(tx, job, job.after, now() + BUSY_MS)
      await renew(parts, post)
      return (tx) => goOn(tx, job, post.id, now())
    },
    onFailed: async (payload) => async (tx) => {
      const job = payload as RenewJob
      const post = await nextPost(tx, job)
      if (!post) return
      log.error('a photo was not renewed and keeps its renditions', { post: post.id })
      await goOn(tx, job, post.id, now())
    },
  }
}

interface FailedPost extends Pick<PostRow, 'id' | 'user_id' | 'kind'> {
  event_id: number
}

/** The machine may have been at fault, and the original may be all there is of such a photo. Resolves to how many there are. */
async function retryFailed(tx: Transaction, only: number | null, nowMs: number): Promise<number> {
  const failed = await tx.all<FailedPost>(sql`
    update posts set status = 'READYFORPROCESSING' where status = 'FAILEDPROCESSING' ${inEvent(only)}
    returning id, event_id, user_id, kind`)
  for (const { id, event_id, user_id, kind } of failed) {
    await enqueuePost(tx, { id, user_id, kind }, nowMs)
    await recordChange(tx, { event_id, kind: 'post', post_id: id })
  }
  return failed.length
}

/** A video is no photo, and the pictures of its poster are not made of its original. */
const hasRenditions = sql`kind = 'photo' and status in ('COMPLETED', 'FAILEDBYNUDITY')`

function nextPost(
  db: Queries,
  { event_id, after, last }: RenewJob,
): Promise<RenewedPost | undefined> {
  return db.get<RenewedPost>(sql`
    select id, event_id, media_name, orientation from posts
     where ${hasRenditions} and id > ${after} and id <= ${last} ${inEvent(event_id)}
     order by id limit 1`)
}

function countLeft(db: Queries, { event_id, after, last }: RenewJob): Promise<number> {
  return countRows(
    db,
    sql`from posts where ${hasRenditions} and id > ${after} and id <= ${last} ${inEvent(event_id)}`,
  )
}

function inEvent(event_id: number | null) {
  return event_id === null ? sql`` : sql`and event_id = ${event_id}`
}

/** Stores original and new renditions under a new name, has the post go by it, and removes what lay under the old one. */
async function renew(parts: RenewParts, post: RenewedPost): Promise<void> {
  const { db, blobs, photos, log } = parts
  const [old, media_name] = [mediaKeys(post.media_name), newMediaName()]
  const fresh = mediaKeys(media_name)
  try {
    const rendered = await blobs.withFiles(
      [old.original],
      async ([file]) => file && photos.render(file, post.orientation),
    )
    const stored = rendered && (await blobs.open(old.original))
    // Deleted meanwhile, or lost: there is nothing to make renditions of.
    if (!stored) return
    const { full, thumb, width, height, thumbhash } = rendered
    await blobs.put(fresh.original, stored.stream)
    await Promise.all([blobs.put(fresh.full, full), blobs.put(fresh.thumb, thumb)])
    const rendition_bytes = full.length + thumb.length
    const made = { media_name, width, height, thumbhash, rendition_bytes }
    const isRenewed = await db.transaction((tx) => namePost(tx, post, made))
    // What nobody goes by, here and where this fails, a sweep finds.
    if (isRenewed) await removeBlobs({ blobs, log }, Object.values(old))
  } catch (error) {
    if (!(error instanceof PhotoError) || error.isRetryable) throw error
    log.warn('a photo cannot be decoded any more and keeps its renditions', {
      post: post.id,
      error,
    })
  }
}

/** False where the post was deleted meanwhile. */
async function namePost(
  tx: Transaction,
  { id, event_id, media_name }: RenewedPost,
  made: {
    media_name: string
    width: number
    height: number
    thumbhash: string
    rendition_bytes: number
  },
): Promise<boolean> {
  // Who deletes the event holds its row first as well.
  await tx.lockRow('events', event_id)
  const before = await tx.get<{ rendition_bytes: number }>(
    sql`select rendition_bytes from posts where id = ${id}`,
  )
  const renamed = await tx.run(sql`
    update posts set media_name = ${made.media_name}, width = ${made.width}, height = ${made.height},
           thumbhash = ${made.thumbhash}, rendition_bytes = ${made.rendition_bytes}, lacks_full = 0
     where id = ${id} and media_name = ${media_name}`)
  if (renamed === 0 || !before) return false
  await tx.run(sql`
    update events set storage_bytes = storage_bytes + ${made.rendition_bytes - before.rendition_bytes}
     where id = ${event_id}`)
  await forgetRendition(tx, id)
  await recordChange(tx, { event_id, kind: 'post', post_id: id })
  return true
}
