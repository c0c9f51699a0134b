import { api } from '../../contract/api.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { addSentVisit, byLastVisit, isVisitSent, readRecentOrmas } from '../device/recent-ormas.ts'
import { deviceStorage } from './device-storage.ts'

/** Tells the server of a visit, once for each user who signs in. */
export async function sendVisit(event_hash: string, token: string): Promise<void> {
  if (isVisitSent(event_hash, deviceStorage)) return
  try {
    await call(api.markViewed, { body: { event_hash }, token })
  } catch (error) {
    // A visit is no loss: the next one tells the server. Only an Orma that is gone is not asked for again.
    if (!(error instanceof ApiError) || error.status !== 404) return
  }
  addSentVisit(event_hash, deviceStorage)
}

/** Makes the Ormas visited on this device the user's: tells the server of those that it does not know of, the latest last. */
export async function sendVisits(token: string): Promise<void> {
  const visited = byLastVisit(readRecentOrmas(deviceStorage), deviceStorage)
  for (const { event_hash } of visited.toReversed()) await sendVisit(event_hash, token)
}
