import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { eventQuery } from '../features/event/event-query.ts'
import { readPostId } from '../features/post/post-id.ts'
import { postViewQuery, startFromFeed } from '../features/post/post-query.ts'
import { PostPendingScreen } from './event-waiting-screens.tsx'
import { rootRoute } from './root.tsx'

const shared = {
  getParentRoute: () => rootRoute,
  staticData: { header: 'own' },
  component: lazyRouteComponent(() => import('./post-page.tsx'), 'PostPage'),
  pendingComponent: PostPendingScreen,
} as const

/** `/{event_hash}/post/{id}`: one post, and the posts after it. */
const postRoute = createRoute({
  ...shared,
  path: '/$event_hash/post/$id',
  loader: ({ context: { queryClient }, params: { event_hash, id } }) => {
    const post_id = readPostId(event_hash, id)
    if (post_id === undefined) return
    startFromFeed(queryClient, event_hash, post_id)
    // Nothing waits for these: the page shows what it has, and says itself how loading went.
    void queryClient.prefetchInfiniteQuery(postViewQuery(event_hash, post_id))
    void queryClient.prefetchQuery(eventQuery(event_hash))
  },
})

/** The page says that the address names no post. */
const noPostRoute = createRoute({ ...shared, path: '/$event_hash/post' })

export const postRoutes = [postRoute, noPostRoute] as const
