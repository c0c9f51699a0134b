import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { FIRST_PAGE } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import type { PostCursor } from '../../posts/post-list.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { askOrCached, readCachedPage } from '../../cache/ask-or-cached.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

const FRESH_MS = 30_000

/** The hours of an Orma that have photos, oldest first. */
export function timeslotsQuery(event_hash: string) {
  return queryOptions({
    queryKey: queryKeys.timeslots(event_hash),
    queryFn: ({ signal }) =>
      call(api.listTimeslots, { params: { event_hash }, token: readTokenCookie(), signal }),
    staleTime: FRESH_MS,
  })
}

/** The photos of an hour, newest first. An empty page means there are no more. */
export function timeslotQuery(event_hash: string, timeslot: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.timeslot(event_hash, timeslot),
    queryFn: ({ pageParam: { page, after }, signal }) =>
      askOrCached(
        () =>
          call(api.listTimeslotPosts, {
            params: { event_hash, timeslot, page },
            query: { after },
            token: readTokenCookie(),
            signal,
          }),
        () => readCachedPage(queryKeys.timeslot(event_hash, timeslot), after),
      ),
    initialPageParam: { page: FIRST_PAGE } as PostCursor,
    getNextPageParam: (lastPage, _pages, { page }): PostCursor | undefined =>
      lastPage.length === 0 ? undefined : { page: page + 1, after: lastPage.at(-1)?.id },
    staleTime: FRESH_MS,
  })
}
