import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

/** `/{event_hash}/review`: what waits for the owner's word. */
export const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/review',
  staticData: { header: 'own' },
  component: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewPage'),
})
