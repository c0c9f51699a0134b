import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

/** `/getapp`. */
export const getAppRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/getapp',
  component: lazyRouteComponent(() => import('./get-app-page.tsx'), 'GetAppPage'),
})
