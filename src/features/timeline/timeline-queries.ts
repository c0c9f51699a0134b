import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { byPage } from '../../posts/post-list.ts'
import { queryKeys } from '../../cache/query-keys.ts'
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

/** The photos of an hour, newest first. */
export function timeslotQuery(event_hash: string, timeslot: string) {
  return infiniteQueryOptions({
    ...byPage,
    queryKey: queryKeys.timeslot(event_hash, timeslot),
    queryFn: ({ pageParam: { page, after }, signal }) => {
      const params = { event_hash, timeslot, page }
      const token = readTokenCookie()
      return call(api.listTimeslotPosts, { params, query: { after }, token, signal })
    },
    staleTime: FRESH_MS,
  })
}
