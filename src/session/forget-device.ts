import type { QueryClient } from '@tanstack/react-query'
import { changeOutbox } from '../outbox/store/change-outbox.ts'
import { forgetEverything } from '../cache/forget.ts'
import { outbox } from '../outbox/store/outbox.ts'
import { endSession } from './session-query.ts'

/** What is a setting of the device, not of who uses it. */
const STAYS = ['theme', 'volume', 'feed-collapsed', 'smaller_photos']

/** Forgets everything on this device: who is signed in, Ormas, and photos that wait. Page and worker begin anew after it. */
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
