import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
})

const myOrmasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/myormas',
  component: lazyRouteComponent(() => import('./my-ormas-page.tsx'), 'MyOrmasPage'),
})

/** `/` and `/myormas`. */
export const homeRoutes = [homeRoute, myOrmasRoute] as const
