import type { QueryClient } from '@tanstack/react-query'
import { isElsewhere } from '../api/api-host.ts'
import { forgetEverything } from '../cache/cached-ormas.ts'
import { forgetDoorKeys } from '../device/door-key.ts'
import { listGuestTokens, readSavedGuests } from '../device/token.ts'
import { inTime } from '../device/wait.ts'
import { forgetDownloads } from '../download/downloads.ts'
import { askForDiscarded } from '../outbox/page/discard.ts'
import { memoryOutbox } from '../outbox/page/page-outboxes.ts'
import { forgetOutbox } from '../outbox/store/notes.ts'
import { endSession } from './session-query.ts'
import { removeOrmaCookies } from './token-cookie.ts'
import { revoke, revokeToken } from './use-session.ts'

/** Settings of the device, not of its user. */
const STAYS = ['theme', 'volume', 'feed-collapsed', 'smaller_photos']

/** Longer than a slow phone takes to delete many photos. A storage that hangs has not forgotten by then. */
const WITHIN_MS = 8000

/**
 * Deletes everything on this device: the session, whose token the server is asked to forget, Ormas, and the outbox. The app then
 * starts afresh. Rejects where something could not be deleted, with all else gone.
 */
export async function forgetDevice(client: QueryClient): Promise<void> {
  forgetDownloads()
  // Later nothing says that they are not wanted, and the Orma would keep them.
  await askForDiscarded()
  revokeToken(client)
  // Beside each other, so that one that hangs keeps nobody from being signed out.
  const parts = [
    forgetOutbox(),
    memoryOutbox.remove(() => true),
    forgetEverything(),
    ...(isElsewhere ? [forgetDoorKeys()] : []),
    endSession(client),
    endGuests(client),
  ]
  const failures: unknown[] = []
  const done = parts.map(async (part) => {
    const work = part.then(
      () => true,
      (error: unknown) => void failures.push(error),
    )
    return inTime(work, WITHIN_MS)
  })
  const isAllDone = (await Promise.all(done)).every(Boolean)
  for (const key of Object.keys(localStorage)) {
    if (!STAYS.includes(key)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
  removeOrmaCookies()
  if (!isAllDone) throw new Error('not everything could be forgotten', { cause: failures })
}

/** Ends the sessions of guests by name, of all Ormas. */
async function endGuests(client: QueryClient): Promise<void> {
  const tokens = listGuestTokens(document.cookie)
  for (const token of tokens.values()) void revoke(token)
  const saved = (await inTime(readSavedGuests())) ?? []
  const ormas = saved.flatMap(({ user }) => user.guestOf ?? [])
  for (const guestOf of new Set([...tokens.keys(), ...ormas])) await endSession(client, guestOf)
}
