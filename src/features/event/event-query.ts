import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

const FRESH_MS = 60_000

/** An Orma. Its owner gets more fields than others. */
export function eventQuery(event_hash: string) {
  return queryOptions({
    queryKey: queryKeys.event(event_hash),
    queryFn: async ({ signal }) => {
      const params = { event_hash }
      const { event } = await call(api.getEvent, {
        params,
        token: readTokenCookie(event_hash),
        signal,
      })
      return event
    },
    staleTime: FRESH_MS,
  })
}
