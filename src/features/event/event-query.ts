import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

const FRESH_MS = 60_000
/** How old what an Orma counts may be when it is opened. */
const COUNTED_MS = 5_000

/** An Orma. Its organisers get more fields than others. */
export function eventQuery(event_hash: string) {
  return queryOptions({
    queryKey: queryKeys.event(event_hash),
    queryFn: async ({ client, signal }) => {
      const params = { event_hash }
      const token = readTokenCookie(event_hash)
      const { event } = await call(api.getEvent, { params, token, signal })
      const before = client.getQueryData<Event>(queryKeys.event(event_hash))
      // Where it cannot be forgotten now, the Orma is asked for again before it is shown as to a guest.
      if (before?.organisers && !event.organisers) {
        const { forgetOrganised } = await import('../../session/forget-organised.ts')
        await forgetOrganised(client, event_hash)
        const { tellLeft } = await import('./tell-left.ts')
        void tellLeft(client, before)
      }
      return event
    },
    staleTime: ({ state }) => (state.data?.showCounts ? COUNTED_MS : FRESH_MS),
  })
}
