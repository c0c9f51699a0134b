import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireUser } from '../session/require-user.ts'
import { rootRoute } from './root.tsx'

/** `/create/orma`: a new Orma. */
export const createOrmaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create/orma',
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('./create-orma-page.tsx'), 'CreateOrmaPage'),
})
