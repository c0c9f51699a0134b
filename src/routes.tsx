import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PAGES } from '../contract/pages.ts'
import { eventQuery } from './features/event/event-query.ts'
import { feedQuery } from './features/feed/feed-queries.ts'
import { postViewQuery, readPostId, startAlone, startFromFeed } from './features/post/post-query.ts'
import { readShareSearch } from './features/share-target/share-search.ts'
import { EventPage } from './pages/event-page.tsx'
import * as loaders from './start/route-loaders.ts'
import {
  EventErrorScreen,
  EventPendingScreen,
  NoEventScreen,
  PostPendingScreen,
} from './shell/event-waiting-screens.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { below, ofOrma, ofSample, rootRoute, withOrma } from './root-route.ts'
import { userRoutes } from './user-routes.ts'

// Every address of the app: who may open it, what it loads, and its page.

const PostPage = lazyRouteComponent(() => import('./pages/post-page.tsx'), 'PostPage')

export const routeTree = rootRoute.addChildren([
  createRoute({
    ...below,
    path: PAGES.home.path,
    component: lazyRouteComponent(() => import('./pages/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    ...below,
    path: PAGES.ownOrmas.path,
    component: lazyRouteComponent(() => import('./pages/my-ormas-page.tsx'), 'MyOrmasPage'),
  }),
  ...userRoutes,
  createRoute({
    ...below,
    path: PAGES.terms.path,
    component: lazyRouteComponent(() => import('./pages/legal-pages.tsx'), 'TermsPage'),
  }),
  createRoute({
    ...below,
    path: PAGES.privacy.path,
    component: lazyRouteComponent(() => import('./pages/legal-pages.tsx'), 'PrivacyPage'),
  }),
  // Photos shared with the app from the phone's gallery: asks for their Orma.
  createRoute({
    ...below,
    path: PAGES.shareTarget.path,
    validateSearch: readShareSearch,
    component: lazyRouteComponent(() => import('./pages/share-target-page.tsx'), 'ShareTargetPage'),
  }),
  createRoute({
    ...below,
    path: PAGES.getApp.path,
    component: lazyRouteComponent(() => import('./pages/get-app-page.tsx'), 'GetAppPage'),
  }),
  // A sample of a page that an Orma's splash screen may link to.
  createRoute({
    ...below,
    path: PAGES.seatingChart.path,
    component: lazyRouteComponent(
      () => import('./pages/seating-chart-page.tsx'),
      'SeatingChartPage',
    ),
  }),
  // An Orma of packaged photos.
  createRoute({
    ...ofSample,
    path: PAGES.sample.path,
    component: lazyRouteComponent(() => import('./pages/sample-page.tsx'), 'SamplePage'),
  }),
  createRoute({
    ...ofSample,
    path: PAGES.samplePost.path,
    component: lazyRouteComponent(() => import('./pages/post-page.tsx'), 'SamplePostPage'),
  }),
  createRoute({
    ...ofSample,
    path: PAGES.sampleFilm.path,
    component: lazyRouteComponent(() => import('./pages/highlights-page.tsx'), 'SampleFilmPage'),
  }),
  createRoute({ ...below, path: '/404', component: NotFoundScreen }),
  // Otherwise any address below an Orma's would show the Orma.
  createRoute({ ...below, path: '$', component: NotFoundScreen }),
  // The tab is the URL hash; the live feed has none.
  createRoute({
    ...ofOrma,
    path: PAGES.orma.path,
    loader: async (load) => {
      const { queryClient } = load.context
      const { event_hash } = load.params
      const orma = loaders.loadOrma(load)
      await loaders.restoreFeed(queryClient, event_hash)
      // The feed says itself how its loading went.
      queryClient.ensureInfiniteQueryData(feedQuery(event_hash)).catch(() => undefined)
      await loaders.loadFirstFrame(queryClient, orma)
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
    path: PAGES.post.path,
    component: PostPage,
    pendingComponent: PostPendingScreen,
    loader: async ({ context: { queryClient }, params: { event_hash, id }, location }) => {
      const post_id = readPostId(event_hash, id)
      if (post_id === undefined) return
      if (location.state.list) startAlone(queryClient, event_hash, post_id)
      else startFromFeed(queryClient, event_hash, post_id)
      await loaders.restoreView(queryClient, { event_hash, post_id, location })
      // Nothing waits for these: the page shows what it has, and says itself how loading went.
      void queryClient.prefetchInfiniteQuery(postViewQuery(event_hash, post_id))
      void queryClient.prefetchQuery(eventQuery(event_hash))
    },
  }),
  // Without an id: the page says so.
  createRoute({
    ...ofOrma,
    path: PAGES.noPost.path,
    component: PostPage,
    pendingComponent: PostPendingScreen,
  }),
  // Opens without waiting for anything: photos can be chosen offline.
  createRoute({
    ...below,
    path: PAGES.upload.path,
    component: lazyRouteComponent(loaders.loadUploadPage, 'UploadPage'),
  }),
  createRoute({
    ...ofOrma,
    path: PAGES.splash.path,
    loader: loaders.loadOrma,
    component: lazyRouteComponent(() => import('./pages/splash-page.tsx'), 'SplashPage'),
    errorComponent: EventErrorScreen,
    notFoundComponent: NoEventScreen,
  }),
  createRoute({
    ...ofOrma,
    path: PAGES.ownPhotos.path,
    component: lazyRouteComponent(() => import('./pages/own-photos-page.tsx'), 'OwnPhotosPage'),
  }),
  createRoute({
    ...ofOrma,
    path: PAGES.review.path,
    component: lazyRouteComponent(() => import('./pages/review-page.tsx'), 'ReviewPage'),
  }),
  // Who organises it; with a token behind the #, an invitation to.
  createRoute({
    ...ofOrma,
    path: PAGES.organise.path,
    component: lazyRouteComponent(() => import('./pages/organise-page.tsx'), 'OrganisePage'),
  }),
  createRoute({
    ...ofOrma,
    path: PAGES.people.path,
    component: lazyRouteComponent(() => import('./pages/people-page.tsx'), 'PeoplePage'),
  }),
  // The photos of one of them.
  createRoute({
    ...ofOrma,
    path: PAGES.person.path,
    loader: loaders.loadPerson,
    component: lazyRouteComponent(() => import('./pages/person-page.tsx'), 'PersonPage'),
    notFoundComponent: NoEventScreen,
  }),
  createRoute({
    ...withOrma,
    path: PAGES.slideshow.path,
    component: lazyRouteComponent(() => import('./pages/slideshow-page.tsx'), 'SlideshowPage'),
  }),
  createRoute({
    ...withOrma,
    path: PAGES.selectImages.path,
    component: lazyRouteComponent(
      () => import('./pages/select-images-page.tsx'),
      'SelectImagesPage',
    ),
  }),
  createRoute({
    ...ofOrma,
    path: PAGES.allHours.path,
    loader: ({ context, params }) => loaders.loadName(context.queryClient, params.event_hash),
    component: lazyRouteComponent(() => import('./pages/memories-pages.tsx'), 'ViewAllPage'),
    notFoundComponent: NoEventScreen,
  }),
  createRoute({
    ...ofOrma,
    path: PAGES.hour.path,
    loader: loaders.loadHour,
    component: lazyRouteComponent(() => import('./pages/memories-pages.tsx'), 'TimeslotPage'),
    notFoundComponent: NoEventScreen,
  }),
  createRoute({
    ...withOrma,
    path: PAGES.highlights.path,
    component: lazyRouteComponent(() => import('./pages/highlights-page.tsx'), 'HighlightsPage'),
  }),
])
