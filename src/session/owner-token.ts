import type { QueryClient } from '@tanstack/react-query'
import type { Event } from '../../contract/entities.ts'
import { sessionQuery } from './session-query.ts'
import { readTokenCookie } from './token-cookie.ts'

/**
 * The token of whoever is signed in, where the Orma may be theirs; undefined for a guest of it. For reads that give everybody the
 * same, but for an Orma that is paused: then its owner alone.
 */
export function ownerToken(
  client: QueryClient,
  { userId }: Pick<Event, 'userId'>,
): string | undefined {
  const session = client.getQueryData(sessionQuery().queryKey)
  return session && session.user.id !== userId ? undefined : readTokenCookie()
}
