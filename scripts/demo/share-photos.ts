import { Readable } from 'node:stream'
import type { User } from '../../contract/entities.ts'
import { MAX_UPLOAD_BYTES } from '../../contract/limits.ts'
import { newMediaName } from '../../server/blobs/blob-store.ts'
import { addComment } from '../../server/comments/comments.ts'
import type { EventRow } from '../../server/events/events.ts'
import { seen } from '../../server/events/viewer.ts'
import type { JobWork } from '../../server/jobs/job-runner.ts'
import { claimJob, finishJob } from '../../server/jobs/jobs.ts'
import { addLike } from '../../server/likes/likes.ts'
import { createLog } from '../../server/log.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { storeReceived } from '../../server/uploads/store-received.ts'
import { fullWork, photoWork } from '../../server/uploads/process-photo.ts'
import { receivePhoto } from '../../server/uploads/receive-photo.ts'
import type { DemoParts } from './add-demo-orma.ts'
import { readEveningPhoto, timeAt } from './evening.ts'
import type { EveningPhoto } from './evening.ts'

/** So many are added and rendered at once. */
const BATCH = 3
const LEASE_MS = 10 * 60_000
/** No limits: those of an installation do not hold for the demo. */
const UNLIMITED = { eventUploadLimit: undefined, userUploadLimit: Infinity }

export interface Party {
  event: EventRow
  people: readonly User[]
  start: Date
}

/** Adds the evening's photos through the server's own upload, with their likes and comments. */
export async function sharePhotos(
  parts: DemoParts,
  party: Party,
  photos: readonly EveningPhoto[],
): Promise<void> {
  for (let from = 0; from < photos.length; from += BATCH) {
    const batch = photos.slice(from, from + BATCH)
    for (const photo of batch) await sharePhoto(parts, party, photo)
    await Promise.all(batch.map(() => renderNext(parts)))
  }
}

/** Adds a photo as an upload of its author, then its likes and comments. */
async function sharePhoto(
  { db, blobs, photos: { isWholeJpeg } }: DemoParts,
  { event, people, start }: Party,
  { file, author, taken, shared, likes, comments }: EveningPhoto,
): Promise<void> {
  const personAt = (place: number) => {
    const person = people[place]
    if (!person) throw new Error(`nobody has the place ${place}`)
    return person
  }
  const takenAt = timeAt(start, taken)
  const media_name = newMediaName()
  const stream = Readable.from([await readEveningPhoto(file, takenAt)])
  const { original } = mediaKeys(media_name)
  const user = personAt(author)
  const { post } = await storeReceived(db, blobs, {
    event: await seen(db, event, user, timeAt(start, shared)),
    user,
    idempotencyKey: undefined,
    media_name,
    fields: {
      original_date: new Date(takenAt).toISOString(),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    photo: await receivePhoto({ blobs, isWholeJpeg }, original, { stream }, MAX_UPLOAD_BYTES),
    limits: UNLIMITED,
    now: timeAt(start, shared),
  })
  await db.transaction(async (tx) => {
    for (const [person, at] of likes) {
      await addLike(tx, { post_id: post.id, user_id: personAt(person).id }, timeAt(start, at))
    }
    for (const [person, at, content] of comments) {
      const comment = { post_id: post.id, user_id: personAt(person).id, content }
      await addComment(tx, comment, timeAt(start, at))
    }
  })
}

/** Renders one photo, as the server would. */
async function renderNext(parts: DemoParts): Promise<void> {
  await workOff(parts, photoWork({ ...parts, now: Date.now }))
  await workOff(parts, fullWork({ ...parts, log: createLog('error') }))
}

async function workOff({ db }: DemoParts, { queue, run }: JobWork): Promise<void> {
  const job = await claimJob(db, queue, Date.now(), LEASE_MS)
  if (job) await finishJob(db, job, await run(JSON.parse(job.payload)))
}
