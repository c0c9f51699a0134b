import { createRoute } from '@tanstack/react-router'
import { NotFoundScreen } from './not-found-screen.tsx'
import { rootRoute } from './root.tsx'

/** `/404`; unknown addresses show the same. */
export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/404',
  component: NotFoundScreen,
})
