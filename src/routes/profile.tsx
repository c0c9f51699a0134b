import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireUser } from '../session/require-user.ts'
import { rootRoute } from './root.tsx'

/** `/profile`: one's name and phone, and the way out. */
export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
})
