import * as v from 'valibot'
import { GUEST_TOKENS_MAX } from '../../contract/limits.ts'
import { listGuestTokens, readSavedGuests, tokenTail } from '../device/token.ts'
import { inTime } from '../device/wait.ts'
import { deviceStorage } from './device-storage.ts'
import { ALONG_KEY } from './token-cookie.ts'

/** Ids of guests by name, null where this device did not say, by the ends of their tokens. */
const notedGuests = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.nullable(v.number())))
type NotedGuests = v.InferOutput<typeof notedGuests>

/**
 * The tokens of guests by name on this device, for a sign-in by phone that takes along what they did. Noted before they are sent: where
 * the answer is lost, the server may have made it the user's, and the guests are gone by the next try.
 */
export async function takeGuestTokens(): Promise<string[]> {
  const saved = (await inTime(readSavedGuests())) ?? []
  const ids = new Map(saved.map(({ token, user }) => [token, user.id]))
  const found = [...ids.keys(), ...listGuestTokens(document.cookie).values()]
  const tokens = [...new Set(found)].slice(0, GUEST_TOKENS_MAX)
  const noted = readGuestsAlong()
  for (const token of tokens) {
    const tail = tokenTail(token)
    noted[tail] = ids.get(token) ?? noted[tail] ?? null
  }
  if (tokens.length > 0) deviceStorage.setItem(ALONG_KEY, JSON.stringify(noted))
  return tokens
}

/** The guests whose tokens were sent, also long ago, with a sign-in whose answer did not come. */
export function readGuestsAlong(): NotedGuests {
  const noted = v.safeParse(notedGuests, deviceStorage.getItem(ALONG_KEY))
  return noted.success ? noted.output : {}
}
