import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Of Linux: its files are in memory. */
const IN_MEMORY = '/dev/shm'
/** The tests on PostgreSQL have 0.3 GB there. Containers often have 0.06 in all. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * A folder in memory with room for what tests write, so that none of it waits for a disk: the one for temporary files, where that
 * is in memory. Undefined where there is none.
 */
export function roomyMemory(): string | undefined {
  const folder = tmpdir().startsWith(IN_MEMORY) ? tmpdir() : IN_MEMORY
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    // Its size says nothing of the memory that is left, of which the tests' programs need the most.
    const bytes = Math.min(bavail * bsize, process.availableMemory() / 2)
    return bytes > ENOUGH_BYTES ? folder : undefined
  } catch {
    return undefined
  }
}
