import { createRouter } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { createOrmaRoute } from './routes/create-orma.tsx'
import { eventRoute } from './routes/event.tsx'
import { getAppRoute } from './routes/get-app.tsx'
import { highlightsRoute } from './routes/highlights-route.tsx'
import { homeRoutes } from './routes/home.tsx'
import { legalRoutes } from './routes/legal.tsx'
import { loginRoutes } from './routes/login.tsx'
import { memoriesRoutes } from './routes/memories.tsx'
import { notFoundRoutes } from './routes/not-found.tsx'
import { ownPhotosRoute } from './routes/own-photos.tsx'
import { postRoutes } from './routes/post.tsx'
import { profileRoute } from './routes/profile.tsx'
import { reviewRoute } from './routes/review.tsx'
import { rootRoute } from './routes/root.tsx'
import { slideshowRoutes } from './routes/slideshow.tsx'
import { shareTargetRoute } from './routes/share-target.tsx'
import { splashRoutes } from './routes/splash.tsx'
import { uploadRoute } from './routes/upload.tsx'
import { settingsRoute } from './routes/settings.tsx'
import { ErrorScreen, PendingScreen } from './routes/waiting-screens.tsx'
import { NotFoundScreen } from './routes/not-found-screen.tsx'

const routeTree = rootRoute.addChildren([
  ...homeRoutes,
  ...loginRoutes,
  profileRoute,
  settingsRoute,
  createOrmaRoute,
  ...legalRoutes,
  shareTargetRoute,
  getAppRoute,
  ...notFoundRoutes,
  eventRoute,
  ...postRoutes,
  uploadRoute,
  ...splashRoutes,
  ownPhotosRoute,
  reviewRoute,
  ...slideshowRoutes,
  ...memoriesRoutes,
  highlightsRoute,
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    // The query cache knows what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // The login's option is a query-style string within the path, as specified.
    pathParamsAllowedCharacters: ['=', '&'],
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
