import type { QueryClient } from '@tanstack/react-query'
import { changeOutbox } from '../outbox/store/change-outbox.ts'
import { forgetEverything } from '../cache/forget.ts'
import { outbox } from '../outbox/store/outbox.ts'
import { endSession } from './session-query.ts'

/** Settings of the device, not of its user. */
const STAYS = ['theme', 'volume', 'feed-collapsed', 'smaller_photos']

/** Deletes everything on this device: the session, Ormas, and the outbox. The app then starts afresh. */
export async function forgetDevice(client: QueryClient): Promise<void> {
  await outbox.remove(() => true)
  await changeOutbox.remove(() => true)
  await forgetEverything()
  await endSession(client)
  for (const key of Object.keys(localStorage)) {
    if (!STAYS.includes(key)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
}
