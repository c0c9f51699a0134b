import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { partKey } from './append-bytes.ts'
import { forgetUploads } from './upload-rows.ts'

/** Forgets uploads that nobody has gone on with for days, and their bytes. */
export async function sweepUploads(
  { db, blobs, log }: { db: Database; blobs: BlobStore; log: Log },
  nowMs: number,
): Promise<void> {
  const blobNames = await db.transaction((tx) => forgetUploads(tx, sql`expires_at <= ${nowMs}`))
  await removeBlobs({ blobs, log }, blobNames.map(partKey))
}
