import type { User } from '../../contract/entities.ts'
import { MAX_UPLOAD_BYTES } from '../../contract/limits.ts'
import { newMediaName } from '../../server/blobs/media-name.ts'
import { addComment } from '../../server/comments/comments.ts'
import type { EventRow } from '../../server/events/events.ts'
import type { JobWork } from '../../server/jobs/job-runner.ts'
import { claimJob, finishJob } from '../../server/jobs/jobs.ts'
import { addLike } from '../../server/likes/likes.ts'
import { createLog } from '../../server/log.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { storePhoto } from '../../server/uploads/store-photo.ts'
import { fullWork } from '../../server/uploads/complete-photo.ts'
import { photoWork } from '../../server/uploads/process-photo.ts'
import { receivePhoto } from '../../server/uploads/receive-photo.ts'
import type { DemoParts } from './add-demo-orma.ts'
import type { PlannedPhoto } from './evening/evening-plan.ts'
import { paintPhoto } from './paint/paint-photo.ts'

/** How many photos are painted at once, while the ones before are rendered. */
const BATCH = 3
const LEASE_MS = 10 * 60_000
/** No limits: those of an installation do not hold for the demo. */
const UNLIMITED = { eventUploadLimit: undefined, userUploadLimit: Infinity }

export interface Party {
  event: EventRow
  people: readonly User[]
}

/** Paints the planned photos and adds them through the server's own upload, with their likes and comments. */
export async function sharePhotos(
  parts: DemoParts,
  party: Party,
  plan: readonly PlannedPhoto[],
): Promise<void> {
  let rendered: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < plan.length; from += BATCH) {
    const batch = plan.slice(from, from + BATCH)
    const [painted] = await Promise.all([Promise.all(batch.map(paintPhoto)), rendered])
    for (const [at, photo] of batch.entries()) {
      await sharePhoto(parts, party, photo, new Blob([new Uint8Array(painted[at] ?? [])]))
    }
    rendered = Promise.all(batch.map(() => renderNext(parts)))
  }
  await rendered
}

/** Adds a photo as an upload of its author, then its likes and comments. */
async function sharePhoto(
  { db, blobs, photos: { isWholeJpeg } }: DemoParts,
  { event, people }: Party,
  { author, sharedAt, takenAt, likes, comments }: PlannedPhoto,
  jpeg: Blob,
): Promise<void> {
  const personAt = (place: number) => {
    const person = people[place]
    if (!person) throw new Error(`nobody has the place ${place}`)
    return person
  }
  const media_name = newMediaName()
  const stream = jpeg.stream() as AsyncIterable<Uint8Array>
  const { original } = mediaKeys(media_name)
  const { post } = await storePhoto(db, blobs, {
    event,
    user: personAt(author),
    idempotencyKey: undefined,
    media_name,
    fields: {
      original_date: new Date(takenAt).toISOString(),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    photo: await receivePhoto({ blobs, isWholeJpeg }, original, { stream }, MAX_UPLOAD_BYTES),
    limits: UNLIMITED,
    now: sharedAt,
  })
  await db.transaction(async (tx) => {
    for (const { person, at } of likes) {
      await addLike(tx, { post_id: post.id, user_id: personAt(person).id }, at)
    }
    for (const { person, at, text: content } of comments) {
      await addComment(tx, { post_id: post.id, user_id: personAt(person).id, content }, at)
    }
  })
}

/** Renders one photo, as the server would. */
async function renderNext(parts: DemoParts): Promise<void> {
  const log = createLog('error')
  await workOff(parts, photoWork({ ...parts, log, now: Date.now }))
  await workOff(parts, fullWork({ ...parts, log }))
}

async function workOff({ db }: DemoParts, { queue, run }: JobWork): Promise<void> {
  const job = await claimJob(db, queue, Date.now(), LEASE_MS)
  if (job) await finishJob(db, job, await run(JSON.parse(job.payload)))
}
