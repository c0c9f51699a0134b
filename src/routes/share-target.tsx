import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { SHARE } from '../../contract/routes.ts'
import { rootRoute } from './root.tsx'

interface ShareSearch {
  /** How many of the shared photos could not be kept on this device. */
  lost?: number
}

/** `/share`: photos that were shared with the app from the phone's gallery are given an Orma. */
export const shareTargetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: SHARE.path,
  validateSearch: ({ lost }: Record<string, unknown>): ShareSearch =>
    Number(lost) > 0 ? { lost: Number(lost) } : {},
  component: lazyRouteComponent(() => import('./share-target-page.tsx'), 'ShareTargetPage'),
})
