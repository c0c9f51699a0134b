import { doAtOnce } from '../blobs/at-once.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { BackupFile, BackupFiles } from './backup-files.ts'
import type { BackupIndex } from './backup-index.ts'
import type { BlobLine } from './manifest.ts'
import type { NamedBlob } from './row-blobs.ts'

/** A small file takes little but the wait until it is on the disk. */
const AT_ONCE = 8

interface Counts {
  copied: { files: number; bytes: number }
  present: { files: number; bytes: number }
}

/**
 * Has every blob that the rows name in the backup, and counts them in `counts`. Resolves with the keys of those that should be
 * there and are not.
 */
export async function copyBlobs(
  { blobs }: { blobs: BlobStore },
  { files, index }: { files: BackupFiles; index: BackupIndex },
  counts: Counts,
): Promise<string[]> {
  const missing: string[] = []
  async function copy({ key, isNeeded }: NamedBlob): Promise<void> {
    const found = await takeBlob(blobs, { files, index }, key)
    if (found) {
      const count = found.isNew ? counts.copied : counts.present
      count.files += 1
      count.bytes += found.size
    } else if (isNeeded) missing.push(key)
  }

  await doAtOnce(AT_ONCE, index.named(), copy)
  return missing
}

/** Keeps what a backup before has of a blob that the installation has lost: blobs do not change. False where it has nothing. */
export async function reuseEarlier(
  { files, index }: { files: BackupFiles; index: BackupIndex },
  key: string,
): Promise<boolean> {
  const earlier = index.findEarlier(key)
  if (!earlier || !(await files.has(earlier))) return false
  index.take(earlier)
  return true
}

async function takeBlob(
  blobs: BlobStore,
  { files, index }: { files: BackupFiles; index: BackupIndex },
  key: string,
): Promise<(BackupFile & { isNew: boolean }) | undefined> {
  const earlier = index.findEarlier(key)
  try {
    if (earlier && (await isUnchanged(blobs, earlier)) && (await files.has(earlier))) {
      index.take(earlier)
      return { ...earlier, isNew: false }
    }
    const blob = await blobs.open(key)
    if (!blob) return undefined
    const { sha256, size, isNew } = await files.add(blob.stream)
    index.take({ blob: key, modified: blob.modified?.getTime() ?? null, sha256, size })
    return { sha256, size, isNew }
  } catch (error) {
    // Deleted since it was found.
    if ((await blobs.size(key)) === undefined) return undefined
    throw error
  }
}

/** A blob does not change, but for a rendition that a server which was killed makes once more: its time tells. */
async function isUnchanged(blobs: BlobStore, { blob, size, modified }: BlobLine): Promise<boolean> {
  // Its first byte, read: a whole one that is not would hold a connection to a bucket open.
  const found = await blobs.open(blob, { start: 0, end: 0 })
  if (!found) return false
  await new Response(found.stream).arrayBuffer()
  return found.size === size && found.modified?.getTime() === modified
}
