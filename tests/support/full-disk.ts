import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const PIECE_BYTES = [1024 * 1024, 4096, 1]

/** A small disk of its own, in memory. */
export interface SmallDisk {
  folder: string
  /** Leaves not one byte. */
  fill: () => void
  free: () => void
  remove: () => void
}

/** Whether this process may have a disk of its own: Linux, as root. */
export function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      for (const bytes of PIECE_BYTES) writeUntilFull(file, Buffer.alloc(bytes))
      closeSync(file)
    },
    free() {
      const file = openSync(filler, 'r+')
      ftruncateSync(file)
      closeSync(file)
    },
    remove() {
      execFileSync('umount', [folder])
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
