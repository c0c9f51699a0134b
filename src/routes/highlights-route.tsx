import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { EventErrorScreen, NoEventScreen, PostPendingScreen } from './event-waiting-screens.tsx'
import { loadEvent } from './load-event.ts'
import { rootRoute } from './root.tsx'

/** `/{event_hash}/highlights/{id}`: a day's highlights. */
export const highlightsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/highlights/$id',
  staticData: { header: 'own' },
  loader: (load) => loadEvent(load),
  component: lazyRouteComponent(() => import('./highlights-page.tsx'), 'HighlightsPage'),
  pendingComponent: PostPendingScreen,
  errorComponent: EventErrorScreen,
  notFoundComponent: NoEventScreen,
})
