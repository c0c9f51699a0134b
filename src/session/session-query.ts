import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { forgetUserAnswers } from '../cache/forget.ts'
import { forgetSession, readSavedSession, saveSession } from '../device/token.ts'
import type { SavedSession } from '../device/token.ts'
import type { PostPages } from '../posts/post-list.ts'
import { forgetSentVisits } from '../device/recent-ormas.ts'
import { deviceStorage } from './device-storage.ts'
import { keepTokenCookie, readTokenCookie, removeTokenCookie } from './token-cookie.ts'

export const sessionKey = ['session'] as const
/** Key of whether the server did not know the token that this device had: for the login to say. */
export const sessionRefusedKey = ['session-refused'] as const
/** First part of the key of every query that only its user may see: dropped when the session ends. */
export const USER_KEY = 'user'
/** First part of the key of what the server answers differently to different people. */
const EVENTS_KEY = 'events'

const VERIFIED_FOR_MS = 5 * 60_000

/** Who is signed in; null: nobody. Without an answer of the server the user known last stays signed in. */
export function sessionQuery() {
  return queryOptions({
    queryKey: sessionKey,
    queryFn: ({ client, signal }) => verifySession(client, signal),
    staleTime: VERIFIED_FOR_MS,
    gcTime: Infinity,
    retry: false,
    // Another tab may have signed in or out meanwhile.
    refetchOnWindowFocus: ({ state }) => state.data?.token === readTokenCookie() || 'always',
  })
}

/** Who is signed in, without waiting for the network where this device knows it. */
export async function currentSession(client: QueryClient): Promise<SavedSession | null> {
  return (
    client.getQueryData(sessionQuery().queryKey) ??
    (await restoreSession(client)) ??
    (await client.ensureQueryData(sessionQuery()))
  )
}

/** Shows and remembers a session that the server has just given. */
export async function beginSession(client: QueryClient, session: SavedSession): Promise<void> {
  await client.cancelQueries({ queryKey: sessionKey })
  keepTokenCookie(session.token)
  await saveSession(session)
  client.setQueryData(sessionQuery().queryKey, session)
  client.removeQueries({ queryKey: sessionRefusedKey })
  void client.invalidateQueries({ queryKey: [EVENTS_KEY] })
}

/** Removes all that belongs to the session from this device. */
export async function endSession(client: QueryClient): Promise<void> {
  removeTokenCookie()
  forgetSentVisits(deviceStorage)
  await forgetSession()
  client.setQueryData(sessionQuery().queryKey, null)
  client.removeQueries({ queryKey: [USER_KEY] })
  // Storage in trouble keeps nobody from leaving.
  await forgetUserAnswers().catch(() => undefined)
  // What only its author and the owner may see lies among what everybody may.
  void client.resetQueries({
    queryKey: [EVENTS_KEY],
    predicate: ({ state }) => hasHidden(state.data),
  })
  void client.invalidateQueries({ queryKey: [EVENTS_KEY] })
}

async function verifySession(
  client: QueryClient,
  signal: AbortSignal,
): Promise<SavedSession | null> {
  const token = readTokenCookie()
  if (token === undefined) {
    // The cookie went by itself, by hand, or in another tab: what mirrors it must not outlive it.
    if (client.getQueryData(sessionQuery().queryKey)) await endSession(client)
    else await forgetSession()
    return null
  }
  const known = await restoreSession(client)
  try {
    const { user } = await call(api.verifySession, { token, signal })
    await saveSession({ token, user })
    return { token, user }
  } catch (error) {
    if (isRefusal(error)) {
      await endSession(client)
      client.setQueryData(sessionRefusedKey, true)
      return null
    }
    if (known) return known
    throw error
  }
}

/** Whether posts that are not everyone's to see are in an answer. */
function hasHidden(data: unknown): boolean {
  const { pages } = (data ?? {}) as Partial<PostPages>
  return pages?.some((page) => page.some(({ status }) => status !== 'COMPLETED')) ?? false
}

/** A captive portal's 401 says nothing of the token. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'unexpected_answer'
}

/** Shows the user that this device knows at once, if it is the cookie's. */
async function restoreSession(client: QueryClient): Promise<SavedSession | undefined> {
  const known = await readSavedSession()
  if (!known || known.token !== readTokenCookie()) return undefined
  const { queryKey } = sessionQuery()
  if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, known, { updatedAt: 0 })
  return known
}
