import type { User } from '../../contract/entities.ts'
import type { BlobStore } from '../../server/blobs/blob-store.ts'
import type { Database } from '../../server/db/sql.ts'
import { storeEventImages } from '../../server/events/event-images.ts'
import { insertEvent, SPECIFIED } from '../../server/events/events.ts'
import type { EventRow } from '../../server/events/events.ts'
import { createLog } from '../../server/log.ts'
import type { PhotoProcess } from '../../server/media/photo-process.ts'
import { readEveningFile } from './evening.ts'

const NAME = 'Mara & Elias'

export interface DemoParts {
  db: Database
  blobs: BlobStore
  photos: PhotoProcess
}

/** Adds the demo's Orma with its banner and picture; the first of `people` owns it. */
export async function addDemoOrma(
  { db, blobs, photos }: DemoParts,
  [owner]: readonly User[],
  start: Date,
): Promise<EventRow> {
  if (!owner) throw new Error('an Orma needs an owner')
  const images = await storeEventImages(
    {
      blobs,
      log: createLog('error'),
      renderEventImage: (kind, image) => photos.renderOrmaImage(image, kind),
    },
    {
      banner: await readEveningFile('banner.jpg'),
      profile_image: await readEveningFile('picture.jpg'),
    },
  )
  const [year, month, day] = [start.getFullYear(), start.getMonth() + 1, start.getDate()]
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return insertEvent(db, {
    name: NAME,
    event_date: `${date} 00:00:00.000`,
    seating_url: null,
    ends_at: null,
    ...SPECIFIED,
    allow_videos: 1,
    profile_image: images.profile_image ?? null,
    banner: images.banner ?? null,
    user_id: owner.id,
    created_at: start.getTime(),
  })
}
