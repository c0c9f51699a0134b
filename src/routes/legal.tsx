import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LEGAL } from '../../contract/routes.ts'
import { rootRoute } from './root.tsx'

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: LEGAL.terms,
  component: lazyRouteComponent(() => import('./legal-pages.tsx'), 'TermsPage'),
})

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: LEGAL.privacy,
  component: lazyRouteComponent(() => import('./legal-pages.tsx'), 'PrivacyPage'),
})

/** `/terms` and `/privacy`. */
export const legalRoutes = [termsRoute, privacyRoute] as const
