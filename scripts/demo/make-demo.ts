import { join } from 'node:path'
import type { User } from '../../contract/entities.ts'
import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { Database } from '../../server/db/sql.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { updateEvent } from '../../server/events/events.ts'
import { addView } from '../../server/events/recent-views.ts'
import { createPhotoProcess } from '../../server/media/photo-process.ts'
import { openSecret } from '../../server/secret.ts'
import { addUser } from '../../server/users/users.ts'
import { addDemoOrma } from './add-demo-orma.ts'
import type { DemoParts } from './add-demo-orma.ts'
import { claimDemoFolder, markDemoDone } from './demo-folder.ts'
import { eveningBefore, readEvening, selectEvenly } from './evening.ts'
import type { DemoPerson, EveningPhoto } from './evening.ts'
import { sharePhotos } from './share-photos.ts'
import type { Party } from './share-photos.ts'

export const DEMO_PHOTOS = 48
/** Additional photos of guests that are flagged. */
export const TO_REVIEW = 3

/** Fills a folder with the demo's Orma of so many photos, unless it is there already. Resolves with its event_hash. */
export async function makeDemo(
  folder: string,
  nowMs: number,
  photoCount = DEMO_PHOTOS,
): Promise<string> {
  const made = claimDemoFolder(folder)
  if (made !== undefined) return made

  process.stderr.write('Making the demo: an evening of photos …\n')
  const start = eveningBefore(nowMs)
  const evening = await readEvening()
  const db = openSqlite(join(folder, 'orma.db'))
  const blobs = createFsBlobStore(join(folder, 'blobs'))
  const photos = createPhotoProcess()
  const parts = { db, blobs, photos }
  try {
    await migrate(db)
    // As a server that met these people would have it.
    openSecret(folder)
    const people = await addPeople(db, evening.people, start.getTime())
    const event = await addDemoOrma(parts, people, start)
    const chosen = selectEvenly(evening.photos, photoCount + TO_REVIEW)
    const waiting = chosen.filter(({ author }) => author !== 0).slice(-TO_REVIEW)
    const shown = chosen.filter((photo) => !waiting.includes(photo))
    await sharePhotos(parts, { event, people, start }, shown)
    await shareForReview(parts, { event, people, start }, waiting)
    await db.transaction(async (tx) => {
      for (const { id } of people) await addView(tx, { user_id: id, event_id: event.id }, nowMs)
    })
    markDemoDone(folder, event.event_hash)
    return event.event_hash
  } finally {
    await photos.close()
    await db.close()
  }
}

/** Adds photos as in an Orma whose owner reviews every photo, without likes and comments. */
async function shareForReview(
  parts: DemoParts,
  party: Party,
  waiting: readonly EveningPhoto[],
): Promise<void> {
  const { event } = party
  await updateEvent(parts.db, event.id, { ...event, review_all: 1 })
  const unseen = waiting.map((photo) => ({ ...photo, likes: [], comments: [] }))
  await sharePhotos(parts, party, unseen)
  await updateEvent(parts.db, event.id, event)
}

/** The owner first, then the guests. */
async function addPeople(
  db: Database,
  people: readonly DemoPerson[],
  now: number,
): Promise<User[]> {
  const added: User[] = []
  for (const [at, { name, phone }] of people.entries()) {
    const email = `${at === 0 ? 'owner' : `guest${at}`}@example.com`
    added.push(await addUser(db, { name, phone, email }, now))
  }
  return added
}
