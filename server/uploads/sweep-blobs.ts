import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/sql.ts'
import { listEventImageNames } from '../events/events.ts'
import { isKnownMediaName } from '../posts/posts.ts'

/** A blob lies there before its row: only what is older than any upload can take is an orphan. Swept every ten minutes, it is gone within the hour. */
export const ORPHAN_AGE_MS = 45 * 60_000

/** Removes blobs that no row knows: left by a process that died between file and row, or between row and file. */
export async function sweepBlobs(
  db: Database,
  blobs: BlobStore,
  olderThanMs: number,
): Promise<number> {
  let removed = await blobs.sweep(olderThanMs)
  const eventImages = await listEventImageNames(db)
  for (const prefix of ['original/', 'full/', 'thumb/', 'event/']) {
    for await (const { key, modified } of blobs.list(prefix)) {
      if (Date.now() - modified.getTime() < olderThanMs) continue
      const name = key.split('/').at(-1)?.split('.')[0] ?? ''
      const isKnown = prefix === 'event/' ? eventImages.has(name) : await isKnownMediaName(db, name)
      if (isKnown) continue
      await blobs.delete(key)
      removed += 1
    }
  }
  return removed
}
