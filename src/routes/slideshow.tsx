import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { isEventHash } from '../../contract/rules.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { EventErrorScreen, NoEventScreen, PostPendingScreen } from './event-waiting-screens.tsx'
import { rootRoute } from './root.tsx'

const shared = {
  getParentRoute: () => rootRoute,
  staticData: { header: 'own' },
  loader: ({ context: { queryClient }, params: { event_hash } }: LoaderOptions) => {
    if (!isEventHash(event_hash)) throw notFound()
    return queryClient.ensureQueryData({ ...eventQuery(event_hash), revalidateIfStale: true })
  },
  pendingComponent: PostPendingScreen,
  errorComponent: EventErrorScreen,
  notFoundComponent: NoEventScreen,
} as const

interface LoaderOptions {
  context: { queryClient: QueryClient }
  params: { event_hash: string }
}

/** `/{event_hash}/slideshow`: the photos on a big screen. */
const slideshowRoute = createRoute({
  ...shared,
  path: '/$event_hash/slideshow',
  component: lazyRouteComponent(() => import('./slideshow-page.tsx'), 'SlideshowPage'),
})

/** Which of the photos. */
const selectImagesRoute = createRoute({
  ...shared,
  path: '/$event_hash/slideshow/select_img_slideshow',
  component: lazyRouteComponent(() => import('./select-images-page.tsx'), 'SelectImagesPage'),
})

export const slideshowRoutes = [slideshowRoute, selectImagesRoute]
