import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { followSession, sessionQuery } from './session-query.ts'
import { restoreGuests } from './restore-guests.ts'
import { guestHere, subscribeToTokens } from './token-cookie.ts'
import { SessionContext } from './use-session.ts'
import type { Session } from './use-session.ts'

/**
 * Gives `useSession` who is signed in, as far as it is known. One observer for all: dozens of components ask, and each observer
 * takes a phone some milliseconds.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const guestOf = useSyncExternalStore(subscribeToTokens, () => guestHere())
  const { data, error } = useQuery(sessionQuery(guestOf))
  const queryClient = useQueryClient()
  useEffect(() => followSession(queryClient), [queryClient])
  useEffect(() => {
    void restoreGuests()
    return subscribeToTokens(() => void restoreGuests())
  }, [])
  const hasFailed = error !== null
  const session = useMemo((): Session => {
    if (data) return { status: 'signed-in', ...data }
    return { status: data === null || hasFailed ? 'signed-out' : 'loading' }
  }, [data, hasFailed])
  return <SessionContext value={session}>{children}</SessionContext>
}
