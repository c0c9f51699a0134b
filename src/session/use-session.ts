import { createContext, use } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/entities.ts'
import type { SavedSession } from '../device/token.ts'
import { revokeSession } from './revoke-session.ts'
import { currentSession, endSession, sessionQuery } from './session-query.ts'

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

/** Signs out on this device at once, and has the server revoke the token when it can be reached. */
async function signOut(client: QueryClient): Promise<void> {
  revokeSession(client)
  await endSession(client)
}

/** `signOut` with this page's query client. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  return () => signOut(client)
}
