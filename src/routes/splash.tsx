import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { EventErrorScreen, NoEventScreen } from './event-waiting-screens.tsx'
import { loadEvent } from './load-event.ts'
import { rootRoute } from './root.tsx'

const splashRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/splash-screen',
  staticData: { header: 'own' },
  loader: loadEvent,
  component: lazyRouteComponent(() => import('./splash-page.tsx'), 'SplashPage'),
  errorComponent: EventErrorScreen,
  notFoundComponent: NoEventScreen,
})

const seatingChartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seating_chart',
  component: lazyRouteComponent(() => import('./seating-chart-page.tsx'), 'SeatingChartPage'),
})

/** `/{event_hash}/splash-screen`, and `/seating_chart`, a sample of what it may lead to. */
export const splashRoutes = [splashRoute, seatingChartRoute] as const
