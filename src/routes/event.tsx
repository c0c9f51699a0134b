import { createRoute, notFound } from '@tanstack/react-router'
import { isEventHash } from '../../contract/rules.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { feedQuery } from '../features/feed/feed-queries.ts'
import { EventPage } from './event-page.tsx'
import { EventErrorScreen, EventPendingScreen, NoEventScreen } from './event-waiting-screens.tsx'
import { rootRoute } from './root.tsx'

/** `/{event_hash}`: an Orma's page. The tab is the URL hash; the live feed has none. */
export const eventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash',
  staticData: { header: 'own' },
  loader: ({ context: { queryClient }, params: { event_hash } }) => {
    if (!isEventHash(event_hash)) throw notFound()
    // The feed says itself how its loading went.
    queryClient.ensureInfiniteQueryData(feedQuery(event_hash)).catch(() => undefined)
    return queryClient.ensureQueryData({ ...eventQuery(event_hash), revalidateIfStale: true })
  },
  // Not lazy: this is where most first visits lead, and one file is there sooner than two.
  component: EventPage,
  pendingComponent: EventPendingScreen,
  errorComponent: EventErrorScreen,
  notFoundComponent: NoEventScreen,
})
