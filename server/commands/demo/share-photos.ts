import type { User } from '../../../contract/entities.ts'
import { MAX_UPLOAD_BYTES } from '../../../contract/limits.ts'
import { newMediaName } from '../../blobs/media-name.ts'
import { addComment } from '../../comments/comments.ts'
import type { EventRow } from '../../events/events.ts'
import { claimJob, finishJob } from '../../jobs/jobs.ts'
import { addLike } from '../../likes/likes.ts'
import { mediaKeys } from '../../posts/post-media.ts'
import { keepPhoto } from '../../uploads/keep-photo.ts'
import { PHOTO_QUEUE, photoWork } from '../../uploads/process-photo.ts'
import { receivePhoto } from '../../uploads/receive-photo.ts'
import type { DemoParts } from './add-demo-orma.ts'
import type { PlannedPhoto } from './evening-plan.ts'
import { paintPhoto } from './paint-photo.ts'

/** Photos painted at once, while those before them are rendered. */
const BATCH = 3
const LEASE_MS = 10 * 60_000
/** Nobody's limit: what an installation allows its guests says nothing about the demo. */
const UNLIMITED = { eventUploadLimit: undefined, userUploadLimit: Infinity }

export interface Party {
  event: EventRow
  people: readonly User[]
}

/** Paints the planned photos and has them go the way of every photo, with their likes and comments. */
export async function sharePhotos(
  parts: DemoParts,
  party: Party,
  plan: readonly PlannedPhoto[],
): Promise<void> {
  let painting = paintBatch(plan, 0)
  for (let from = 0; from < plan.length; from += BATCH) {
    const painted = await painting
    painting = paintBatch(plan, from + BATCH)
    await Promise.all([painting, sharePainted(parts, party, painted)])
  }
}

interface PaintedPhoto extends PlannedPhoto {
  jpeg: Buffer
}

function paintBatch(plan: readonly PlannedPhoto[], from: number): Promise<PaintedPhoto[]> {
  const batch = plan.slice(from, from + BATCH)
  return Promise.all(batch.map(async (photo) => ({ ...photo, jpeg: await paintPhoto(photo) })))
}

async function sharePainted(
  parts: DemoParts,
  party: Party,
  painted: readonly PaintedPhoto[],
): Promise<void> {
  for (const photo of painted) await sharePhoto(parts, party, photo)
  await Promise.all(painted.map(() => renderNext(parts)))
}

/** Adds a photo as its author would by uploading it, and what the others think of it. */
async function sharePhoto(
  { db, blobs }: DemoParts,
  { event, people }: Party,
  { author, jpeg, sharedAt, takenAt, likes, comments }: PaintedPhoto,
): Promise<void> {
  const personAt = (place: number) => {
    const person = people[place]
    if (!person) throw new Error(`nobody has the place ${place}`)
    return person
  }
  const media_name = newMediaName()
  const { original } = mediaKeys(media_name)
  const stream = new Blob([new Uint8Array(jpeg)]).stream() as AsyncIterable<Uint8Array>
  const { post } = await keepPhoto(db, blobs, {
    event,
    user: personAt(author),
    idempotencyKey: undefined,
    media_name,
    fields: {
      original_date: new Date(takenAt).toISOString(),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    photo: await receivePhoto(blobs, original, { stream }, MAX_UPLOAD_BYTES),
    limits: UNLIMITED,
    now: sharedAt,
  })
  await db.transaction(async (tx) => {
    for (const { person, at } of likes) {
      await addLike(tx, { post_id: post.id, user_id: personAt(person).id }, at)
    }
    for (const { person, at, text } of comments) {
      const content = { post_id: post.id, user_id: personAt(person).id, content: text }
      await addComment(tx, content, at)
    }
  })
}

/** Does one of the jobs that wait for photos, as the server would. */
async function renderNext(parts: DemoParts): Promise<void> {
  const work = photoWork(parts)
  const job = await claimJob(parts.db, PHOTO_QUEUE, Date.now(), LEASE_MS)
  if (job) await finishJob(parts.db, job, await work.run(JSON.parse(job.payload)))
}
