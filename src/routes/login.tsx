import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

const LoginPage = lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage')

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: LoginPage,
})

const loginOptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$option',
  component: LoginPage,
})

const eventLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/login',
  component: LoginPage,
})

const eventLoginOptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/login/$option',
  component: LoginPage,
})

/** The login in both steps: the phone, then, with an option, the code. Within an Orma it leads on to its upload. */
export const loginRoutes = [
  loginRoute,
  loginOptionRoute,
  eventLoginRoute,
  eventLoginOptionRoute,
] as const
