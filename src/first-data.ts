import type { QueryClient } from '@tanstack/react-query'
import { FIRST_DATA_ID } from '../contract/document.ts'
import type { FirstData } from '../contract/document.ts'
import { FIRST_PAGE } from '../contract/limits.ts'
import { queryKeys } from './device/query-keys.ts'
import { readTokenCookie } from './session/token-cookie.ts'

/** Puts what came with the HTML in the query cache. */
export function takeFirstData(queryClient: QueryClient): void {
  const json = document.getElementById(FIRST_DATA_ID)?.textContent
  if (!json) return
  const { event, posts } = JSON.parse(json) as FirstData
  // Whoever is signed in may be told more: for them it is only the beginning.
  const options = { updatedAt: readTokenCookie() ? 1 : Date.now() }
  queryClient.setQueryData(queryKeys.event(event.event_hash), event, options)
  if (posts) {
    const feed = { pages: [posts], pageParams: [{ page: FIRST_PAGE }] }
    queryClient.setQueryData(queryKeys.feed(event.event_hash), feed, options)
  }
}
