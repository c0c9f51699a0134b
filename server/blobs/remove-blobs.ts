import type { Log } from '../log.ts'
import type { BlobStore } from './blob-store.ts'

/**
 * Removes blobs whose rows are gone already. What cannot be removed now is told to the operator and left to the sweep of
 * orphans: the call that removed the rows has done its part.
 */
export async function removeBlobs(
  { blobs, log }: { blobs: BlobStore; log: Log },
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    try {
      await blobs.delete(key)
    } catch (error) {
      log.error('blob could not be removed', { error })
    }
  }
}
