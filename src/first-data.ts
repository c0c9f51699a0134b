import type { QueryClient } from '@tanstack/react-query'
import { FIRST_PAGE } from '../contract/limits.ts'
import { queryKeys } from './cache/query-keys.ts'
import { readFirstData } from './read-first-data.ts'
import { readTokenCookie } from './session/token-cookie.ts'

/** Puts what came with the HTML in the query cache. */
export function takeFirstData(queryClient: QueryClient): void {
  const first = readFirstData()
  if (!first) return
  const { event, posts, updatedAt } = first
  // Whoever is signed in may be told more: for them it is only the beginning.
  const now = readTokenCookie() ? 1 : Date.now()
  const told = updatedAt ?? { event: now, posts: now }
  queryClient.setQueryData(queryKeys.event(event.event_hash), event, { updatedAt: told.event })
  if (posts) {
    const feed = { pages: [posts], pageParams: [{ page: FIRST_PAGE }] }
    queryClient.setQueryData(queryKeys.feed(event.event_hash), feed, { updatedAt: told.posts })
  }
}
