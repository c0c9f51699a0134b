import { createContext, use } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import type { Event, User } from '../../contract/entities.ts'
import { isOrganiser } from '../../contract/rules.ts'
import { call } from '../api/call.ts'
import { isRefusal } from '../api/contact.ts'
import { inTime } from '../device/wait.ts'
import type { SavedSession } from '../device/token.ts'
import { currentSession, endSession, sessionQuery } from './session-query.ts'
import { deviceStorage } from './device-storage.ts'
import { ALONG_KEY, readTokenCookie, guestHere } from './token-cookie.ts'

export type Session =
  | { status: 'loading'; user?: undefined; token?: undefined }
  | { status: 'signed-in'; user: User; token: string }
  | { status: 'signed-out'; user?: undefined; token?: undefined }

export const SessionContext = createContext<Session>({ status: 'loading' })

/** Who is signed in; the same for every component. */
export function useSession(): Session {
  return use(SessionContext)
}

/**
 * Returns a function that waits until it is known who is signed in; null: nobody. For presses on a page that has just been
 * opened.
 */
export function useKnownSession(): () => Promise<SavedSession | null> {
  const client = useQueryClient()
  return async () => {
    const { status, data } = client.getQueryState(sessionQuery().queryKey) ?? {}
    // As in `useSession`: a silent server and no known user mean nobody.
    if (status === 'error' && !data) return null
    return currentSession(client).catch(() => null)
  }
}

/**
 * The token of whoever is signed in, where they may organise the Orma; undefined for a guest of it. For reads that give everybody
 * the same, but for an Orma that is paused or not revealed: then its organisers alone.
 */
export function organiserToken(
  client: QueryClient,
  event: Pick<Event, 'userId' | 'organisers' | 'event_hash'>,
): string | undefined {
  const session = client.getQueryData(sessionQuery().queryKey)
  if (session && !isOrganiser(event, session.user.id)) return undefined
  return readTokenCookie(event.event_hash)
}

/**
 * Signs out on this device at once, and has the server revoke the token when it can be reached. `leave`: leads to another page first,
 * where somebody else may be signed in, or nobody; who was here is signed out.
 */
export function useSignOut(): (leave?: () => Promise<void>) => Promise<void> {
  const client = useQueryClient()
  return async (leave) => {
    const guestOf = guestHere()
    await leave?.()
    // What a guest leaves goes to nobody who signs in by phone afterwards.
    if (guestOf !== undefined) deviceStorage.removeItem(ALONG_KEY)
    revokeToken(client, guestOf)
    await endSession(client, guestOf)
  }
}

/** Has the server revoke a session's token, which nobody waits for: this device forgets the session in any case. */
export function revokeToken(client: QueryClient, guestOf = guestHere()): void {
  const token = client.getQueryData(sessionQuery(guestOf).queryKey)?.token
  if (token) void revoke(token)
}

/** Has the server revoke a token: now, or at the next contact where it is silent or this page is closed. */
export async function revoke(token: string): Promise<void> {
  const revocations = await import('../outbox/store/notes.ts').catch(() => undefined)
  if (revocations) await inTime(revocations.addRevocation(token))
  try {
    await call(api.logout, { token })
  } catch (error) {
    if (!isRefusal(error, 401)) return
  }
  await revocations?.removeRevocation(token).catch(() => undefined)
}
