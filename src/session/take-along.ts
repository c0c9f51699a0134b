import type { User } from '../../contract/entities.ts'
import { forgetSession, listGuestTokens, readSavedGuests, tokenTail } from '../device/token.ts'
import { inTime } from '../device/wait.ts'
import { adoptItems } from '../outbox/page/hand-over.ts'
import { deviceStorage } from './device-storage.ts'
import { readGuestsAlong } from './guests-along.ts'
import { ALONG_KEY, removeTokenCookie } from './token-cookie.ts'

/**
 * What the guests by name did on this device whose tokens were sent is the user's from now on, as it is on the server, and these guests
 * are forgotten. Rejects where storage is in trouble or slow: they stay then, until the next time.
 */
export async function takeGuestsAlong(user: User): Promise<void> {
  const noted = readGuestsAlong()
  if (Object.keys(noted).length === 0) return
  const saved = await inTime(readSavedGuests())
  if (!saved) throw new Error('storage does not say which guests are here')
  const isNoted = (token: string) => tokenTail(token) in noted
  const guests = saved.filter(({ token }) => isNoted(token))
  const ids = [...Object.values(noted), ...guests.map((guest) => guest.user.id)]
  // Where this takes long, as of hundreds of photos, it is still done.
  await adoptItems(
    ids.filter((id) => id !== null),
    user,
  )
  const ormas = guests.flatMap((guest) => guest.user.guestOf ?? [])
  const cookies = [...listGuestTokens(document.cookie)].filter(([, token]) => isNoted(token))
  for (const guestOf of new Set([...ormas, ...cookies.map(([each]) => each)])) {
    removeTokenCookie(guestOf)
    await forgetSession(guestOf)
  }
  deviceStorage.removeItem(ALONG_KEY)
}
