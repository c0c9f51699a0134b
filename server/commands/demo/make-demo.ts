import { join } from 'node:path'
import type { User } from '../../../contract/entities.ts'
import { createFsBlobStore } from '../../blobs/fs-blob-store.ts'
import type { Database } from '../../db/sql.ts'
import { migrate } from '../../db/migrate.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { addView } from '../../events/recent-views.ts'
import { createPhotoProcess } from '../../media/photo-process.ts'
import { addUser } from '../../users/users.ts'
import { addDemoOrma } from './add-demo-orma.ts'
import { claimDemoFolder, markDemoDone } from './demo-folder.ts'
import { eveningBefore, planEvening } from './evening-plan.ts'
import { GUESTS, OWNER } from './guests.ts'
import { sharePhotos } from './share-photos.ts'

export const DEMO_PHOTOS = 60

/** Fills a folder with the demo's Orma of so many photos, unless it is there already. Resolves to its hash. */
export async function makeDemo(
  folder: string,
  nowMs: number,
  photoCount = DEMO_PHOTOS,
): Promise<string> {
  const made = claimDemoFolder(folder)
  if (made !== undefined) return made

  process.stderr.write('Making the demo: an evening of photos …\n')
  const start = eveningBefore(nowMs)
  const db = openSqlite(join(folder, 'orma.db'))
  const blobs = createFsBlobStore(join(folder, 'blobs'))
  const photos = createPhotoProcess()
  const parts = { db, blobs, photos }
  try {
    await migrate(db)
    const people = await addPeople(db, start.getTime())
    const event = await addDemoOrma(parts, people, start)
    await sharePhotos(parts, { event, people }, planEvening(start.getTime(), photoCount))
    for (const { id } of people) await addView(db, { user_id: id, event_id: event.id }, nowMs)
    markDemoDone(folder, event.event_hash)
    return event.event_hash
  } finally {
    await photos.close()
    await db.close()
  }
}

/** The owner first, then the guests. */
async function addPeople(db: Database, now: number): Promise<User[]> {
  const people: User[] = []
  for (const [at, { name, phone }] of [OWNER, ...GUESTS].entries()) {
    const email = `${at === 0 ? 'owner' : `guest${at}`}@example.com`
    people.push(await addUser(db, { name, phone, email }, now))
  }
  return people
}
