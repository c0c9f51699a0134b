import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { EventErrorScreen, NoEventScreen, PostPendingScreen } from './event-waiting-screens.tsx'
import { loadEvent } from './load-event.ts'
import { rootRoute } from './root.tsx'

const shared = {
  getParentRoute: () => rootRoute,
  staticData: { header: 'own' },
  loader: loadEvent,
  pendingComponent: PostPendingScreen,
  errorComponent: EventErrorScreen,
  notFoundComponent: NoEventScreen,
} as const

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
