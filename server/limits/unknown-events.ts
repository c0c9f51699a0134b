import { createHash } from 'node:crypto'
import { UNKNOWN_EVENTS_PER_ADDRESS } from '../../contract/limits.ts'
import { StorageFull } from '../outages.ts'
import type { Database } from '../db/sql.ts'
import { addressScope } from './address-scope.ts'
import { addHit, isReached, spend } from './limit.ts'

/**
 * Counts that an address asked for an event that does not exist, each event once; rejects with 429 once it asked for too many.
 * A guesser brings another hash each time, while all guests of a venue ask for one that was deleted.
 * Events that exist stay open to that address: other guests may share it.
 */
export async function countMiss(
  db: Database,
  address: string,
  event_hash: string,
  now: number,
): Promise<void> {
  const { misses, windowMs } = UNKNOWN_EVENTS_PER_ADDRESS
  const scope = `unknown-event:${addressScope(address)}`
  // What stands in an address may be of any length.
  const name = createHash('sha256').update(event_hash).digest('base64url')
  const ofHash = { scope: `${scope}:${name}`, max: 1, windowMs }
  await db
    .transaction(async (tx) => {
      if (await isReached(tx, ofHash, now)) return
      await spend(tx, { scope, max: misses, windowMs }, now)
      await addHit(tx, ofHash.scope, now)
    })
    .catch((error: unknown) => {
      // Nobody guesses 128 bits while a disk is full, and to read goes on.
      if (!(error instanceof StorageFull)) throw error
    })
}
