import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database, Transaction } from '../db/sql.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { isOfRendition, makeArchiveFile, makeRenditionFile } from './archive-files.ts'
import type { ArchivedPost, ArchiveFile } from './archive-files.ts'
import { listUnknown, storeFile } from './archive-rows.ts'
import type { ArchiveScope } from './archive-rows.ts'

export const ARCHIVE_QUEUE = 'archive'

/** A server that stops waits for no more than these, or for one video, which is as large as all of them. */
const PHOTOS_AT_ONCE = 8

/** Looks at the next photos behind post `after`, and leaves a job for those that follow. */
interface ArchiveJob extends ArchiveScope {
  after: number
}

/** Queues the work for an archive's photos, unless it is queued already. */
export async function prepareArchive(
  db: Database,
  { event_id, user_id }: ArchiveScope,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.lock(ARCHIVE_QUEUE)
    const jobs = await tx.all<{ payload: string }>(
      sql`select payload from jobs where queue = ${ARCHIVE_QUEUE}`,
    )
    const isQueued = jobs.some(({ payload }) => {
      const queued = JSON.parse(payload) as ArchiveJob
      return queued.event_id === event_id && queued.user_id === user_id
    })
    if (!isQueued) await enqueueJob(tx, ARCHIVE_QUEUE, { event_id, user_id, after: 0 }, nowMs)
  })
}

/**
 * The work that finds out once of each photo what archives take of it. A photo that cannot be read after three tries is taken as its
 * rendition.
 */
export function archiveWork({
  db,
  blobs,
  log,
  now,
}: {
  db: Database
  blobs: BlobStore
  log: Log
  now: () => number
}): JobWork {
  return {
    queue: ARCHIVE_QUEUE,
    concurrency: 1,
    async run(payload) {
      const job = payload as ArchiveJob
      const posts = await listUnknown(db, job, { after: job.after, count: PHOTOS_AT_ONCE })
      let last: number | undefined
      for (const post of posts) {
        await storeArchiveFile({ db, blobs, log }, post)
        last = post.id
        if (post.kind === 'video') break
      }
      return async (tx) => {
        if (last !== undefined) await enqueueJob(tx, ARCHIVE_QUEUE, { ...job, after: last }, now())
      }
    },
    async onFailed(payload) {
      const job = payload as ArchiveJob
      const [post] = await listUnknown(db, job, { after: job.after, count: 1 })
      if (!post) return async () => {}
      // A poster is no video: it is looked at again with the next question for the archive.
      const file = post.kind === 'photo' ? await makeRenditionFile(blobs, post) : undefined
      return async (tx) => {
        if (file) await store(tx, log, post, file)
        await enqueueJob(tx, ARCHIVE_QUEUE, { ...job, after: post.id }, now())
      }
    },
  }
}

/** Finds out what archives take of a photo, and stores that. */
export async function storeArchiveFile(
  { db, blobs, log }: { db: Database; blobs: BlobStore; log: Log },
  post: ArchivedPost,
): Promise<void> {
  const file = await makeArchiveFile(blobs, post)
  await db.transaction((tx) => store(tx, log, post, file))
}

async function store(
  tx: Transaction,
  log: Log,
  post: ArchivedPost,
  file: ArchiveFile,
): Promise<void> {
  // It is looked at again with the next question for the archive.
  if (isOfRendition(file.content) && post.lacks_full === 1) return
  if (file.size === 0) {
    log.error('a photo is left out of archives: none of its files is there', { post: post.id })
  }
  await storeFile(tx, post, file)
}
