import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { displayDay } from '../../../contract/display-day.ts'
import type { Event } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { isLive } from '../../live/live-state.ts'
import { organiserToken } from '../../session/use-session.ts'
import { PRODUCT } from '../../ui/layout/product.ts'

const FRESH_MS = 30_000

type Owned = Pick<Event, 'event_hash' | 'userId' | 'organisers'>
type Dated = Owned & Pick<Event, 'event_original_date'>

/** The days of an Orma that have photos, oldest first. */
export function highlightsQuery(event: Dated) {
  const { event_hash, event_original_date } = event
  return queryOptions({
    queryKey: queryKeys.highlights(event_hash),
    queryFn: async ({ client, signal }) => {
      const token = organiserToken(client, event)
      const params = { event_hash, product: PRODUCT.slug, event_original_date }
      const days = await call(api.listHighlights, { params, token, signal })
      return Object.entries(days).map(([date, day]) => ({ date, ...day }))
    },
    staleTime: FRESH_MS,
  })
}

/** A day's photos, in order of capture. */
export function highlightQuery(event: Owned, id: string) {
  const { event_hash } = event
  return queryOptions({
    queryKey: queryKeys.highlight(event_hash, id),
    queryFn: async ({ client, signal }) => {
      const params = { event_hash, id }
      const token = organiserToken(client, event)
      return (await call(api.getHighlight, { params, token, signal })).data
    },
    staleTime: FRESH_MS,
  })
}

/**
 * The config of a day's film. Asked for each time that the film is opened: photos are added and music is chosen anew, and a film that
 * plays is not to be changed by it each time, nor when its viewer comes back from another window or the line from a tunnel; without
 * live news it is then, since one of its photos may have been deleted.
 */
export function filmQuery(event: Owned, id: string) {
  const { event_hash } = event
  return queryOptions({
    queryKey: queryKeys.film(event_hash, id),
    queryFn: async ({ client, signal }) => {
      const params = { event_hash, id }
      const token = organiserToken(client, event)
      const { data } = await call(api.getHighlightConfig, { params, token, signal })
      return data.video_json
    },
    meta: { failure: 'What a film shows could not be loaded:' },
    staleTime: 0,
    refetchOnWindowFocus: ({ state }) => state.data === undefined || !isLive(event_hash),
    refetchOnReconnect: ({ state }) => (state.data === undefined ? 'always' : false),
  })
}

/** A day (`YYYY-MM-DD`) as `MMM DD, YYYY`; '' where there is no such day. */
export function highlightDate(day: string): string {
  return displayDay(day, 'MMM DD, YYYY')
}
