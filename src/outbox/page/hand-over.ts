import { adoptOwned, signOwned } from '../queue/owners.ts'
import type { Owner } from '../queue/owners.ts'
import { allOutboxes, memoryOutbox } from './page-outboxes.ts'

/**
 * What waits on this device is marked for the users who were signed in, and `next`, where there is one, gets what is theirs. To be
 * done while id and number of these users are known. `before`: who the device remembers, then who the page shows, and may have been
 * somebody else of the same id. Never rejects: storage in trouble leaves it as it is.
 */
export async function handOver(before: readonly Owner[], next?: Owner): Promise<void> {
  const work = allOutboxes.map(async (place) => {
    const users = place === memoryOutbox ? before.toReversed() : before
    for (const user of users) await signOwned(place, user)
    if (next) await adoptOwned(place, next)
  })
  await Promise.allSettled(work)
}
