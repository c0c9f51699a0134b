import { statfsSync } from 'node:fs'
import { StorageFull, DatabaseOutage } from '../outages.ts'

/** Primary result codes of SQLite; extended ones have them in their last byte. */
const IOERR = 10
const FULL = 13
/** SQLite needs less for the memory that it shares by a file. */
const ROOM_BYTES = 1024 * 1024

/** Throws errors of SQLite on: `StorageFull` without room on the disk of `folder`, `DatabaseOutage` where the disk fails. */
export function telling(folder: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (code === FULL) throw new StorageFull(error)
    if (code === IOERR) throw hasRoom(folder) ? new DatabaseOutage(error) : new StorageFull(error)
    throw error
  }
}

function hasRoom(folder: string): boolean {
  const { bsize, bavail } = statfsSync(folder)
  return bsize * bavail >= ROOM_BYTES
}
