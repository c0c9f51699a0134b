import { countRows, sql, sqlList } from '../db/sql.ts'
import type { Database, Queries, Sql, Transaction } from '../db/sql.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { recordChange } from '../live/changes.ts'
import type { PostRow } from '../posts/posts.ts'
import { FULL_QUEUE, PHOTO_QUEUE, areNewWaiting } from './process-photo.ts'
import { renewPost } from './renew-post.ts'
import type { RenewedPost, RenewParts } from './renew-post.ts'
import { enqueuePost } from './store-received.ts'
import { VIDEO_QUEUE } from './work-on-posts.ts'

/** Videos take minutes, and not every machine can make them: photos do not wait for them. */
export const RENEW_QUEUES = { photo: 'renewed photo', video: 'renewed video' } as const
type Kind = keyof typeof RENEW_QUEUES
const KINDS: readonly Kind[] = ['photo', 'video']
/** Those of new ones, which go first. */
const NEW_QUEUES: Readonly<Record<Kind, readonly string[]>> = {
  photo: [PHOTO_QUEUE, FULL_QUEUE],
  video: [PHOTO_QUEUE, FULL_QUEUE, VIDEO_QUEUE],
}

/** How long it waits where new ones wait. */
const BUSY_MS = 2_000

/** Renews the first photo, or video, behind post `after`, up to post `last`, and leaves a job for the next. */
interface RenewJob {
  event_id: number | null
  after: number
  last: number
}

/**
 * Queues the renewal of what is made of all photos and videos that are shown or wait for the owner, or of one event's, and has those that
 * nothing could be made of tried again; a server on the same database does it. Resolves to how many are left to do: where the same
 * renewal of a kind is under way already, it goes on. `hasVideos`: false where nobody could make them; they stay as they are.
 */
export async function startRenewal(
  db: Database,
  event_id: number | null,
  nowMs: number,
  { hasVideos }: { hasVideos: boolean },
): Promise<{ left: Record<Kind, number>; isNew: boolean }> {
  return db.transaction(async (tx) => {
    await tx.lock(RENEW_QUEUES.photo)
    const left = { photo: 0, video: 0 }
    const begun = await listBegun(tx, event_id)
    for (const { kind, job } of begun) left[kind] = await countLeft(tx, kind, job)
    const newest = await tx.get<{ id: number | null }>(sql`select max(id) as id from posts`)
    const job: RenewJob = { event_id, after: 0, last: newest?.id ?? 0 }
    let isNew = begun.length === 0
    // Nobody may be able to make the videos that wait: photos go on without them.
    const isBegun = (kind: Kind) => begun.some((other) => other.kind === kind)
    for (const kind of KINDS.filter((kind) => !isBegun(kind) && (hasVideos || kind !== 'video'))) {
      left[kind] = await countLeft(tx, kind, job)
      if (left[kind] > 0) await enqueueJob(tx, RENEW_QUEUES[kind], job, nowMs)
      left[kind] += await retryFailed(tx, kind, event_id, nowMs)
      isNew ||= left[kind] > 0
    }
    return { left, isNew }
  })
}

async function listBegun(tx: Queries, event_id: number | null) {
  const jobs = await tx.all<{ queue: string; payload: string }>(
    sql`select queue, payload from jobs where queue in (${sqlList(Object.values(RENEW_QUEUES))})`,
  )
  return KINDS.flatMap((kind) =>
    jobs
      .filter(({ queue }) => queue === RENEW_QUEUES[kind])
      .map(({ payload }) => ({ kind, job: JSON.parse(payload) as RenewJob }))
      .filter(({ job }) => job.event_id === event_id),
  )
}

/**
 * The work that makes anew from the originals what is made of photos, or of videos, one after the other and after all new ones. How far it is
 * stands in its job. Each gets a new name, so that what an address gives never changes; one that cannot be decoded any more keeps
 * what it has.
 */
export function renewWork(parts: RenewParts, kind: Kind): JobWork {
  const { db, log, now } = parts
  const queue = RENEW_QUEUES[kind]
  const goOn = (tx: Queries, job: RenewJob, after: number, atMs: number): Promise<void> =>
    enqueueJob(tx, queue, { ...job, after }, atMs)
  return {
    queue,
    concurrency: 1,
    async run(payload) {
      const job = payload as RenewJob
      const post = await nextPost(db, kind, job)
      if (!post) return async () => {}
      if (await areNewWaiting(db, NEW_QUEUES[kind])) {
        return (tx) => goOn(tx, job, job.after, now() + BUSY_MS)
      }
      await renewPost(parts, post)
      return (tx) => goOn(tx, job, post.id, now())
    },
    onFailed: async (payload) => async (tx) => {
      const job = payload as RenewJob
      const post = await nextPost(tx, kind, job)
      if (!post) return
      log.error(`a ${kind} was not renewed and keeps its renditions`, { post: post.id })
      await goOn(tx, job, post.id, now())
    },
  }
}

interface FailedPost extends Pick<PostRow, 'id' | 'user_id'> {
  event_id: number
}

/** The machine may have been at fault, and the original may be all there is of it. Resolves to how many there are. */
async function retryFailed(
  tx: Transaction,
  kind: Kind,
  only: number | null,
  nowMs: number,
): Promise<number> {
  const failed = await tx.all<FailedPost>(sql`
    update posts set status = 'READYFORPROCESSING'
     where kind = ${kind} and status = 'FAILEDPROCESSING' ${inEvent(only)}
    returning id, event_id, user_id`)
  for (const { id, event_id, user_id } of failed) {
    await enqueuePost(tx, { id, user_id, kind }, nowMs)
    await recordChange(tx, { event_id, kind: 'post', post_id: id })
  }
  return failed.length
}

function nextPost(db: Queries, kind: Kind, job: RenewJob): Promise<RenewedPost | undefined> {
  return db.get<RenewedPost>(sql`
    select id, event_id, kind, media_name, orientation, type ${fromLeft(kind, job)} order by id limit 1`)
}

function countLeft(db: Queries, kind: Kind, job: RenewJob): Promise<number> {
  return countRows(db, fromLeft(kind, job))
}

/** Those that there are renditions of. */
function fromLeft(kind: Kind, { event_id, after, last }: RenewJob): Sql {
  return sql`from posts
     where kind = ${kind} and status in ('COMPLETED', 'FAILEDBYNUDITY')
       and id > ${after} and id <= ${last} ${inEvent(event_id)}`
}

function inEvent(event_id: number | null) {
  return event_id === null ? sql`` : sql`and event_id = ${event_id}`
}
