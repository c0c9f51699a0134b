import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { LEGAL, SHARE } from '../contract/routes.ts'
import { eventQuery } from './features/event/event-query.ts'
import { feedQuery } from './features/feed/feed-queries.ts'
import { readPostId } from './features/post/post-id.ts'
import { postViewQuery, startFromFeed } from './features/post/post-query.ts'
import { readShareSearch } from './features/share-target/share-search.ts'
import { EventPage } from './pages/event-page.tsx'
import * as loaders from './route-loaders.ts'
import { leadSignedInOn, requireUser } from './session/require-user.ts'
import {
  EventErrorScreen,
  EventPendingScreen,
  NoEventScreen,
  PostPendingScreen,
} from './shell/event-waiting-screens.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { Root } from './shell/root-layout.tsx'
import { nextFrame } from './ui/next-frame.ts'

// Every address of the app: its path, who may open it, what it loads, and its page.

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  // A press is answered by a frame before the next page is drawn, which takes a slow phone longer. No press leads to the first.
  beforeLoad: ({ cause }) => (cause === 'stay' ? nextFrame() : undefined),
})
const below = { getParentRoute: () => rootRoute } as const

/** A page about an Orma, which renders its own header. */
const ofOrma = { ...below, staticData: { header: 'own' } } as const
/** A page that shows nothing before its Orma is loaded. */
const withOrma = {
  ...ofOrma,
  loader: loaders.loadOrma,
  pendingComponent: PostPendingScreen,
  errorComponent: EventErrorScreen,
  notFoundComponent: NoEventScreen,
} as const

const LoginPage = lazyRouteComponent(() => import('./pages/login-page.tsx'), 'LoginPage')
const PostPage = lazyRouteComponent(() => import('./pages/post-page.tsx'), 'PostPage')

export const routeTree = rootRoute.addChildren([
  createRoute({
    ...below,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    ...below,
    path: '/myormas',
    component: lazyRouteComponent(() => import('./pages/my-ormas-page.tsx'), 'MyOrmasPage'),
  }),
  // Both steps of the login: the phone number and, with an option, the code. Within an Orma it leads on to its upload page.
  createRoute({
    ...below,
    path: '/login',
    beforeLoad: (load) => leadSignedInOn(load),
    component: LoginPage,
  }),
  createRoute({
    ...below,
    path: '/login/$option',
    beforeLoad: (load) => leadSignedInOn(load),
    component: LoginPage,
  }),
  createRoute({
    ...below,
    path: '/$event_hash/login',
    beforeLoad: (load) => leadSignedInOn(load, load.params.event_hash),
    component: LoginPage,
  }),
  createRoute({
    ...below,
    path: '/$event_hash/login/$option',
    beforeLoad: (load) => leadSignedInOn(load, load.params.event_hash),
    component: LoginPage,
  }),
  createRoute({
    ...below,
    path: '/profile',
    beforeLoad: requireUser,
    component: lazyRouteComponent(() => import('./pages/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...below,
    path: '/settings',
    component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...below,
    path: '/create/orma',
    beforeLoad: requireUser,
    component: lazyRouteComponent(() => import('./pages/create-orma-page.tsx'), 'CreateOrmaPage'),
  }),
  createRoute({
    ...below,
    path: LEGAL.terms,
    component: lazyRouteComponent(() => import('./pages/legal-pages.tsx'), 'TermsPage'),
  }),
  createRoute({
    ...below,
    path: LEGAL.privacy,
    component: lazyRouteComponent(() => import('./pages/legal-pages.tsx'), 'PrivacyPage'),
  }),
  // Photos shared with the app from the phone's gallery: asks for their Orma.
  createRoute({
    ...below,
    path: SHARE.path,
    validateSearch: readShareSearch,
    component: lazyRouteComponent(() => import('./pages/share-target-page.tsx'), 'ShareTargetPage'),
  }),
  createRoute({
    ...below,
    path: '/getapp',
    component: lazyRouteComponent(() => import('./pages/get-app-page.tsx'), 'GetAppPage'),
  }),
  // A sample of a page that an Orma's splash screen may link to.
  createRoute({
    ...below,
    path: '/seating_chart',
    component: lazyRouteComponent(
      () => import('./pages/seating-chart-page.tsx'),
      'SeatingChartPage',
    ),
  }),
  createRoute({ ...below, path: '/404', component: NotFoundScreen }),
  // Otherwise any address below an Orma's would show the Orma.
  createRoute({ ...below, path: '$', component: NotFoundScreen }),
  // The tab is the URL hash; the live feed has none.
  createRoute({
    ...ofOrma,
    path: '/$event_hash',
    loader: async (load) => {
      const { queryClient } = load.context
      const { event_hash } = load.params
      const orma = loaders.loadOrma(load)
      await loaders.restoreFeed(queryClient, event_hash)
      // The feed says itself how its loading went.
      queryClient.ensureInfiniteQueryData(feedQuery(event_hash)).catch(() => undefined)
      return orma
    },
    // Not lazy: most first visits come here, and one file is there sooner than two.
    component: EventPage,
    pendingComponent: EventPendingScreen,
    errorComponent: EventErrorScreen,
    notFoundComponent: NoEventScreen,
  }),
  // One post, and the posts after it.
  createRoute({
    ...ofOrma,
    path: '/$event_hash/post/$id',
    component: PostPage,
    pendingComponent: PostPendingScreen,
    loader: async ({ context: { queryClient }, params: { event_hash, id }, location }) => {
      const post_id = readPostId(event_hash, id)
      if (post_id === undefined) return
      startFromFeed(queryClient, event_hash, post_id)
      await loaders.restoreView(queryClient, { event_hash, post_id, location })
      // Nothing waits for these: the page shows what it has, and says itself how loading went.
      void queryClient.prefetchInfiniteQuery(postViewQuery(event_hash, post_id))
      void queryClient.prefetchQuery(eventQuery(event_hash))
    },
  }),
  // Without an id: the page says so.
  createRoute({
    ...ofOrma,
    path: '/$event_hash/post',
    component: PostPage,
    pendingComponent: PostPendingScreen,
  }),
  // Opens without waiting for anything: photos can be chosen offline.
  createRoute({
    ...below,
    path: '/$event_hash/upload',
    component: lazyRouteComponent(loaders.loadUploadPage, 'UploadPage'),
  }),
  createRoute({
    ...ofOrma,
    path: '/$event_hash/splash-screen',
    loader: loaders.loadOrma,
    component: lazyRouteComponent(() => import('./pages/splash-page.tsx'), 'SplashPage'),
    errorComponent: EventErrorScreen,
    notFoundComponent: NoEventScreen,
  }),
  createRoute({
    ...ofOrma,
    path: '/$event_hash/myphotos',
    component: lazyRouteComponent(() => import('./pages/own-photos-page.tsx'), 'OwnPhotosPage'),
  }),
  createRoute({
    ...ofOrma,
    path: '/$event_hash/review',
    component: lazyRouteComponent(() => import('./pages/review-page.tsx'), 'ReviewPage'),
  }),
  createRoute({
    ...ofOrma,
    path: '/$event_hash/people',
    component: lazyRouteComponent(() => import('./pages/people-page.tsx'), 'PeoplePage'),
  }),
  // The photos of one of them.
  createRoute({
    ...ofOrma,
    path: '/$event_hash/people/$id',
    loader: loaders.loadPerson,
    component: lazyRouteComponent(() => import('./pages/person-page.tsx'), 'PersonPage'),
    notFoundComponent: NoEventScreen,
  }),
  createRoute({
    ...withOrma,
    path: '/$event_hash/slideshow',
    component: lazyRouteComponent(() => import('./pages/slideshow-page.tsx'), 'SlideshowPage'),
  }),
  createRoute({
    ...withOrma,
    path: '/$event_hash/slideshow/select_img_slideshow',
    component: lazyRouteComponent(
      () => import('./pages/select-images-page.tsx'),
      'SelectImagesPage',
    ),
  }),
  createRoute({
    ...ofOrma,
    path: '/$event_hash/memories/viewall',
    loader: ({ context, params }) => loaders.loadName(context.queryClient, params.event_hash),
    component: lazyRouteComponent(() => import('./pages/memories-pages.tsx'), 'ViewAllPage'),
    notFoundComponent: NoEventScreen,
  }),
  createRoute({
    ...ofOrma,
    path: '/$event_hash/timeslot/$timeslot',
    loader: loaders.loadHour,
    component: lazyRouteComponent(() => import('./pages/memories-pages.tsx'), 'TimeslotPage'),
    notFoundComponent: NoEventScreen,
  }),
  createRoute({
    ...withOrma,
    path: '/$event_hash/highlights/$id',
    component: lazyRouteComponent(() => import('./pages/highlights-page.tsx'), 'HighlightsPage'),
  }),
])
