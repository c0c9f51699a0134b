import { adoptOwned, signOwned } from '../queue/owners.ts'
import type { Owner } from '../queue/owners.ts'
import { changeOutbox } from '../store/change-outbox.ts'
import { allOutboxes } from './page-outboxes.ts'

/**
 * What waits on this device is marked for the users who were signed in here, and `next`, where there is one, gets what is theirs.
 * To be done while id and number of these users are known. Never rejects: storage in trouble leaves it as it is.
 */
export async function handOver(before: readonly Owner[], next?: Owner): Promise<void> {
  const work = [...allOutboxes(), changeOutbox].map(async (place) => {
    for (const user of before) await signOwned(place, user)
    if (next) await adoptOwned(place, next)
  })
  await Promise.allSettled(work)
}
