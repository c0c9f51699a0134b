import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { leadSignedInOn } from '../session/require-user.ts'
import { rootRoute } from './root.tsx'

const LoginPage = lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage')

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: (load) => leadSignedInOn(load),
  component: LoginPage,
})

const loginOptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$option',
  beforeLoad: (load) => leadSignedInOn(load),
  component: LoginPage,
})

const eventLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/login',
  beforeLoad: (load) => leadSignedInOn(load, load.params.event_hash),
  component: LoginPage,
})

const eventLoginOptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/login/$option',
  beforeLoad: (load) => leadSignedInOn(load, load.params.event_hash),
  component: LoginPage,
})

/** The login in both steps: the phone, then, with an option, the code. Within an Orma it leads on to its upload. */
export const loginRoutes = [
  loginRoute,
  loginOptionRoute,
  eventLoginRoute,
  eventLoginOptionRoute,
] as const
