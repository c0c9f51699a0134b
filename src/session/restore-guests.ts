import { readSavedGuests } from '../device/token.ts'
import { inTime } from '../device/wait.ts'
import { noteTokens, readCookieOf, storeTokenCookie } from './token-cookie.ts'

/**
 * Gives guests by name their cookies back, which a browser that was killed had not written to its disk yet: otherwise they would come
 * in anew, as another one of their name. Once, as the page starts: later a missing cookie means that they have signed out.
 */
export async function restoreGuests(): Promise<void> {
  const saved = (await inTime(readSavedGuests())) ?? []
  const lost = saved.filter(
    ({ user, cookieAt }) => cookieAt !== undefined && readCookieOf(user.guestOf) === undefined,
  )
  if (lost.length === 0 || readCookieOf(undefined) !== undefined) return
  for (const { token, user } of lost) storeTokenCookie(token, user.guestOf)
  noteTokens()
}
