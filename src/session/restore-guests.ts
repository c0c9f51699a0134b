import { listGuestTokens, readSavedGuests } from '../device/token.ts'
import { inTime } from '../device/wait.ts'
import { noteTokens, readCookieOf, storeTokenCookie } from './token-cookie.ts'

/**
 * Gives guests by name their cookies back: cleared with others, or not written to the disk yet when a browser was killed. Otherwise they
 * would come in anew, as others of their names. Who signs out, or is refused by the server, is not saved any more.
 */
export async function restoreGuests(): Promise<void> {
  if (readCookieOf(undefined) !== undefined) return
  // Whose cookie goes from here on is signing out.
  const here = listGuestTokens(document.cookie)
  const saved = (await inTime(readSavedGuests())) ?? []
  if (readCookieOf(undefined) !== undefined) return
  const isHere = (guestOf = '') => here.has(guestOf) || readCookieOf(guestOf) !== undefined
  const lost = saved.filter(({ user }) => !isHere(user.guestOf))
  for (const { token, user } of lost) storeTokenCookie(token, user.guestOf)
  // Not where the browser takes no cookies: whoever hears of it asks for this again.
  if (lost.some(({ user }) => isHere(user.guestOf))) noteTokens()
}
