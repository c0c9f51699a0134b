import { execFileSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const PIECE_BYTES = [1024 * 1024, 4096, 1]

/** A small disk of its own, in memory. */
export interface SmallDisk {
  folder: string
  /** Leaves so many bytes at most, not one unless told. */
  fill: (leftBytes?: number) => void
  free: () => void
  remove: () => void
}

/** Whether this process may have a disk of its own: Linux, as root. */
export function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

/** `files`: how many files and folders there can be on it, itself among them. */
export function mountSmallDisk(folder: string, megabytes: number, files = 10_000): SmallDisk {
  mkdirSync(folder, { recursive: true })
  const options = `size=${megabytes}m,nr_inodes=${files}`
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(leftBytes = 0) {
      const file = openSync(filler, 'a')
      for (const bytes of PIECE_BYTES) writeUntilFull(file, Buffer.alloc(bytes))
      ftruncateSync(file, Math.max(0, fstatSync(file).size - leftBytes))
      closeSync(file)
    },
    free() {
      const file = openSync(filler, 'r+')
      ftruncateSync(file)
      closeSync(file)
    },
    remove() {
      // What was just killed may still hold it.
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
