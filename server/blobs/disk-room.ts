import { statfs } from 'node:fs/promises'

/** Less than this, or than this share of the disk, is little. */
const LOW_BYTES = 500 * 1000 * 1000
const LOW_SHARE = 0.05
/** Not one more piece of an upload has room in less. */
const FULL_BYTES = 1024 * 1024

/** What may still be written on the disk of a folder. */
export interface DiskRoom {
  freeBytes: number
  /** Of the whole disk, 0 to 1. */
  freeShare: number
  isLow: boolean
  isFull: boolean
}

export async function readDiskRoom(folder: string): Promise<DiskRoom> {
  const { bsize, bavail, blocks, files, ffree } = await statfs(folder)
  const freeBytes = bsize * bavail
  const freeShare = blocks === 0 ? 1 : bavail / blocks
  // Some file systems do not count files, and tell of none.
  const hasNoFiles = files > 0 && ffree === 0
  return {
    freeBytes,
    freeShare,
    isLow: freeBytes < LOW_BYTES || freeShare < LOW_SHARE,
    isFull: freeBytes < FULL_BYTES || hasNoFiles,
  }
}
