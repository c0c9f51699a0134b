import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { countEventFile, listCountedKeys } from '../events/event-files.ts'
import { listEventImageNames } from '../events/events.ts'
import type { Log } from '../log.ts'
import { isKnownMediaName } from '../posts/posts.ts'
import { partKey } from './append-bytes.ts'
import { forgetUploads, isKnownPart } from './upload-rows.ts'

/** A blob lies there before its row: only what is older than any upload can take is an orphan. Swept every ten minutes, it is gone within the hour. */
export const ORPHAN_AGE_MS = 45 * 60_000

/**
 * Removes blobs that no row knows: left by a process that died between file and row, or between row and file. Counts files of events that
 * were stored before they were counted.
 */
export async function sweepBlobs(
  db: Database,
  blobs: BlobStore,
  olderThanMs: number,
): Promise<number> {
  let removed = await blobs.sweep(olderThanMs)
  const eventImages = await listEventImageNames(db)
  const counted = await listCountedKeys(db)
  const ofPost = (name: string) => isKnownMediaName(db, name)
  const ofImage = async (name: string) => eventImages.get(name) ?? false
  /** Whether a row knows the name; of an event's own files the event's id. */
  const isKnownBelow: Record<string, (name: string) => Promise<boolean | number>> = {
    'original/': ofPost,
    'full/': ofPost,
    'thumb/': ofPost,
    'event/': ofImage,
    'icon/': ofImage,
    'smaller/': ofImage,
    'film/': (name) => findEventOfFilm(db, name),
    'partial/': (name) => isKnownPart(db, name),
  }
  for (const [prefix, isKnown] of Object.entries(isKnownBelow)) {
    for await (const { key, size: bytes, modified } of blobs.list(prefix)) {
      if (Date.now() - modified.getTime() < olderThanMs) continue
      const name = key.split('/').at(-1)?.split('.')[0] ?? ''
      const known = await isKnown(name)
      if (typeof known === 'number' && !counted.has(key)) {
        await db.transaction((tx) => countEventFile(tx, known, { key, bytes }))
      }
      if (known !== false) continue
      await blobs.delete(key)
      removed += 1
    }
  }
  return removed
}

/** False where no film has this name. */
async function findEventOfFilm(db: Database, media_name: string): Promise<number | false> {
  const film = await db.get<{ event_id: number }>(
    sql`select event_id from films where media_name = ${media_name}`,
  )
  return film ? film.event_id : false
}

/** Forgets uploads that nobody has gone on with for days, and their bytes. */
export async function sweepUploads(
  { db, blobs, log }: { db: Database; blobs: BlobStore; log: Log },
  nowMs: number,
): Promise<void> {
  const blobNames = await db.transaction((tx) => forgetUploads(tx, sql`expires_at <= ${nowMs}`))
  await removeBlobs({ blobs, log }, blobNames.map(partKey))
}
