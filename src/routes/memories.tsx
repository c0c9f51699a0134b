import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { isEventHash } from '../../contract/rules.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { NoEventScreen } from './event-waiting-screens.tsx'
import { rootRoute } from './root.tsx'

/** An hour of a photo's own clock. */
const HOUR = /^\d{4}-\d\d-\d\dT\d\d$/

const shared = {
  getParentRoute: () => rootRoute,
  staticData: { header: 'own' },
  notFoundComponent: NoEventScreen,
} as const

/** `/{event_hash}/memories/viewall`: the hours of an Orma. */
const viewAllRoute = createRoute({
  ...shared,
  path: '/$event_hash/memories/viewall',
  loader: ({ context, params }) => loadOrma(context.queryClient, params.event_hash),
  component: lazyRouteComponent(() => import('./memories-pages.tsx'), 'ViewAllPage'),
})

/** `/{event_hash}/timeslot/{timeslot}`: the photos of an hour. */
const timeslotRoute = createRoute({
  ...shared,
  path: '/$event_hash/timeslot/$timeslot',
  loader: ({ context, params }) => {
    if (!HOUR.test(params.timeslot)) throw notFound()
    loadOrma(context.queryClient, params.event_hash)
  },
  component: lazyRouteComponent(() => import('./memories-pages.tsx'), 'TimeslotPage'),
})

export const memoriesRoutes = [viewAllRoute, timeslotRoute]

/** Only its name is of the Orma itself: nothing waits for it. */
function loadOrma(queryClient: QueryClient, event_hash: string): void {
  if (!isEventHash(event_hash)) throw notFound()
  void queryClient.prefetchQuery(eventQuery(event_hash))
}
