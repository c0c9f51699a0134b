import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

/** `/{event_hash}/myphotos`: what one has added to an Orma. */
export const ownPhotosRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/myphotos',
  staticData: { header: 'own' },
  component: lazyRouteComponent(() => import('./own-photos-page.tsx'), 'OwnPhotosPage'),
})
