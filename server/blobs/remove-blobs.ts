import type { Log } from '../log.ts'
import type { BlobStore } from './blob-store.ts'

/** A bucket takes about a tenth of a second for each, and somebody waits. */
const AT_ONCE = 16

/**
 * Removes blobs whose rows are gone already. What cannot be removed now is told to the operator and left to the sweep of
 * orphans: the call that removed the rows has done its part. Resolves to how many there were.
 */
export async function removeBlobs(
  { blobs, log }: { blobs: BlobStore; log: Log },
  keys: readonly string[],
): Promise<number> {
  let removed = 0
  const left = keys.values()
  const removeNext = async () => {
    for (const key of left) {
      try {
        if ((await blobs.size(key)) === undefined) continue
        await blobs.delete(key)
        removed += 1
      } catch (error) {
        log.error('blob could not be removed', { error })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, removeNext))
  return removed
}
