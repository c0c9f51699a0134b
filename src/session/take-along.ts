import type { User } from '../../contract/entities.ts'
import { forgetSession, listGuestTokens, readSavedGuests } from '../device/token.ts'
import { inTime } from '../device/wait.ts'
import { adoptItems } from '../outbox/page/hand-over.ts'
import { removeTokenCookie } from './token-cookie.ts'

/**
 * What guests by name did on this device is the user's from now on, as it is on the server, and the guests are forgotten. Rejects
 * where storage is in trouble: they stay then, until the next time.
 */
export async function takeGuestsAlong(user: User): Promise<void> {
  const guests = (await inTime(readSavedGuests())) ?? []
  const ids = guests.map((guest) => guest.user.id)
  // Where this takes long, as of hundreds of photos, it is still done.
  if (ids.length > 0) await adoptItems(ids, user)
  const ormas = guests.flatMap((guest) => guest.user.guestOf ?? [])
  for (const guestOf of new Set([...ormas, ...listGuestTokens(document.cookie).keys()])) {
    removeTokenCookie(guestOf)
    await forgetSession(guestOf)
  }
}
