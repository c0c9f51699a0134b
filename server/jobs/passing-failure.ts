import { BlobsAway } from '../blobs/blobs-away.ts'
import { StorageFull } from '../blobs/storage-full.ts'
import { DatabaseAway } from '../db/sql.ts'

/** Whether a failure is the machine's, to be waited for or made room for, and says nothing of what was to be done. */
export function isPassing(error: unknown): boolean {
  return error instanceof StorageFull || error instanceof BlobsAway || error instanceof DatabaseAway
}
