import { createRoute } from '@tanstack/react-router'
import { feedQuery } from '../features/feed/feed-queries.ts'
import { EventPage } from './event-page.tsx'
import { EventErrorScreen, EventPendingScreen, NoEventScreen } from './event-waiting-screens.tsx'
import { loadEvent } from './load-event.ts'
import { rootRoute } from './root.tsx'

/** `/{event_hash}`: an Orma's page. The tab is the URL hash; the live feed has none. */
export const eventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash',
  staticData: { header: 'own' },
  loader: (load) => {
    const event = loadEvent(load)
    // The feed says itself how its loading went.
    const { queryClient } = load.context
    queryClient.ensureInfiniteQueryData(feedQuery(load.params.event_hash)).catch(() => undefined)
    return event
  },
  // Not lazy: this is where most first visits lead, and one file is there sooner than two.
  component: EventPage,
  pendingComponent: EventPendingScreen,
  errorComponent: EventErrorScreen,
  notFoundComponent: NoEventScreen,
})
