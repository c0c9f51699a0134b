import { UNKNOWN_EVENTS_PER_ADDRESS } from '../../contract/limits.ts'
import { StorageFull } from '../blobs/storage-full.ts'
import type { Database } from '../db/sql.ts'
import { addressScope } from './address-scope.ts'
import { spend } from './limit.ts'

/**
 * Counts that an address asked for an event that does not exist; rejects with 429 once it asked for too many.
 * Events that exist stay open to that address: other guests may share it.
 */
export async function countMiss(db: Database, address: string, now: number): Promise<void> {
  const { misses, windowMs } = UNKNOWN_EVENTS_PER_ADDRESS
  const scope = `unknown-event:${addressScope(address)}`
  await db
    .transaction((tx) => spend(tx, { scope, max: misses, windowMs }, now))
    .catch((error: unknown) => {
      // Nobody guesses 128 bits while a disk is full, and to read goes on.
      if (!(error instanceof StorageFull)) throw error
    })
}
