import type { QueryClient } from '@tanstack/react-query'
import { changeOutbox } from '../outbox/store/change-outbox.ts'
import { forgetEverything } from '../cache/forget.ts'
import { forgetDownloads } from '../download/downloads.ts'
import { outbox } from '../outbox/store/outbox.ts'
import { endSession } from './session-query.ts'

/** Settings of the device, not of its user. */
const STAYS = ['theme', 'volume', 'feed-collapsed', 'smaller_photos']

/**
 * Deletes everything on this device: the session, Ormas, and the outbox. The app then starts afresh. Rejects where something could
 * not be deleted, with all else gone.
 */
export async function forgetDevice(client: QueryClient): Promise<void> {
  forgetDownloads()
  const parts = [
    () => outbox.remove(() => true),
    () => changeOutbox.remove(() => true),
    forgetEverything,
    () => endSession(client),
  ]
  const failures: unknown[] = []
  for (const forget of parts) await forget().catch((error: unknown) => failures.push(error))
  for (const key of Object.keys(localStorage)) {
    if (!STAYS.includes(key)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
  if (failures.length > 0) throw new Error('not everything could be forgotten', { cause: failures })
}
