import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PAGES } from '../contract/pages.ts'
import { below } from './root-route.ts'
import { leadSignedInOn, requireUser } from './session/require-user.ts'
import { loadSignIn } from './start/route-loaders.ts'

const LoginPage = lazyRouteComponent(() => import('./pages/login-page.tsx'), 'LoginPage')

/** Signing in, and what somebody sees and does who has. */
export const userRoutes = [
  // Both steps of the login: the phone number and, with an option, the code. Within an Orma it leads on to its upload page.
  createRoute({
    ...below,
    path: PAGES.login.path,
    beforeLoad: (load) => leadSignedInOn(load),
    component: LoginPage,
  }),
  createRoute({
    ...below,
    path: PAGES.loginCode.path,
    beforeLoad: (load) => leadSignedInOn(load),
    component: LoginPage,
  }),
  createRoute({
    ...below,
    path: PAGES.ormaLogin.path,
    beforeLoad: (load) => leadSignedInOn(load, load.params.event_hash),
    loader: loadSignIn,
    component: LoginPage,
  }),
  createRoute({
    ...below,
    path: PAGES.ormaLoginCode.path,
    beforeLoad: (load) => leadSignedInOn(load, load.params.event_hash),
    component: LoginPage,
  }),
  createRoute({
    ...below,
    path: PAGES.profile.path,
    beforeLoad: requireUser,
    component: lazyRouteComponent(() => import('./pages/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...below,
    path: PAGES.settings.path,
    component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...below,
    path: PAGES.createOrma.path,
    component: lazyRouteComponent(() => import('./pages/create-orma-page.tsx'), 'CreateOrmaPage'),
  }),
  // Shows others than the operator what an unknown address does.
  createRoute({
    ...below,
    path: PAGES.admin.path,
    component: lazyRouteComponent(() => import('./pages/admin-page.tsx'), 'AdminPage'),
  }),
] as const
