import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { dayjs } from '../../../contract/dayjs.ts'
import { call } from '../../api/call.ts'
import { byPage } from '../../posts/post-list.ts'
import { postStore } from '../../cache/post-store.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

const FRESH_MS = 30_000

/** The hours of an Orma that have photos, oldest first. */
export function timeslotsQuery(event_hash: string) {
  return queryOptions({
    queryKey: queryKeys.timeslots(event_hash),
    queryFn: ({ signal }) =>
      call(api.listTimeslots, {
        params: { event_hash },
        token: readTokenCookie(event_hash),
        signal,
      }),
    staleTime: FRESH_MS,
  })
}

/** The photos of an hour, newest first. */
export function timeslotQuery(event_hash: string, timeslot: string) {
  return infiniteQueryOptions({
    ...byPage,
    queryKey: queryKeys.timeslot(event_hash, timeslot),
    queryFn: async ({ client, pageParam: { page, after }, signal }) => {
      const params = { event_hash, timeslot, page }
      const token = readTokenCookie(event_hash)
      const asked = { params, query: { after }, token, signal }
      return postStore(client).put(await call(api.listTimeslotPosts, asked))
    },
    staleTime: FRESH_MS,
  })
}

/** An hour in local time of the photo (`YYYY-MM-DDTHH`) in words: "Friday, November 20" and "6 PM". */
export function hourText(timeslot: string): { day: string; hour: string } {
  const time = dayjs.utc(timeslot)
  if (!time.isValid()) return { day: '', hour: timeslot }
  return { day: time.format('dddd, MMMM D'), hour: time.format('h A') }
}
