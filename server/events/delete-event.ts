import { removeBlobs } from '../blobs/remove-blobs.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { notifyEventGone } from '../live/changes.ts'
import type { Log } from '../log.ts'
import { filmKey, mediaKeys } from '../posts/post-media.ts'
import { eventImageKeys } from './event-media.ts'
import type { EventRow } from './events.ts'

interface Parts {
  db: Database
  blobs: BlobStore
  log: Log
}

/** Deletes an event with all that is in it, and once that is for good its files. Its hash is never given again. */
export async function deleteEvent(
  { db, blobs, log }: Parts,
  { id, profile_image, banner }: EventRow,
): Promise<void> {
  const remove = async (tx: Transaction) => {
    // From here on no photo comes in that nobody would take away.
    await tx.lockRow('events', id)
    const posts = await tx.all<{ media_name: string }>(
      sql`select media_name from posts where event_id = ${id}`,
    )
    const films = await tx.all<{ media_name: string }>(
      sql`select media_name from films where event_id = ${id}`,
    )
    await tx.run(sql`delete from events where id = ${id}`)
    await notifyEventGone(tx, id)
    return [
      ...posts.flatMap(({ media_name }) => Object.values(mediaKeys(media_name))),
      ...films.map(({ media_name }) => filmKey(media_name)),
    ]
  }
  const keys = await db.transaction(remove, { isLong: true })
  const images = [profile_image, banner].filter((name) => name !== null)
  await removeBlobs({ blobs, log }, [...keys, ...images.flatMap(eventImageKeys)])
}
