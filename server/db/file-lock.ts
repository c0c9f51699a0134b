import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5
/** One that nothing refers to would end when memory is tidied up. */
const locks = new Set<DatabaseSync>()

/**
 * Locks a file for this process, until it lets go or ends, however that is: a lock of SQLite's. Gives what lets go; undefined where
 * another process has it.
 */
export function takeLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    if (isHeld) return undefined
    throw error
  }
  locks.add(lock)
  return () => {
    locks.delete(lock)
    lock.close()
  }
}
