import type { Log } from '../log.ts'
import { doAtOnce } from './at-once.ts'
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
  await doAtOnce(AT_ONCE, keys, async (key) => {
    try {
      if ((await blobs.size(key)) === undefined) return
      await blobs.delete(key)
      removed += 1
    } catch (error) {
      log.error('blob could not be removed', { error })
    }
  })
  return removed
}
