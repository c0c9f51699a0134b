import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { eventQuery } from '../features/event/event-query.ts'
import { readPostId } from '../features/post/post-id.ts'
import { postViewQuery, startFromFeed } from '../features/post/post-query.ts'
import { PostPendingScreen } from './event-waiting-screens.tsx'
import { rootRoute } from './root.tsx'

/** `/{event_hash}/post/{id}`: one post, and the posts after it. */
export const postRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash/post/$id',
  staticData: { header: 'own' },
  loader: ({ context: { queryClient }, params: { event_hash, id } }) => {
    const post_id = readPostId(event_hash, id)
    if (post_id === undefined) return
    startFromFeed(queryClient, event_hash, post_id)
    // Nothing waits for these: the page shows what it has, and says itself how loading went.
    void queryClient.prefetchInfiniteQuery(postViewQuery(event_hash, post_id))
    void queryClient.prefetchQuery(eventQuery(event_hash))
  },
  component: lazyRouteComponent(() => import('./post-page.tsx'), 'PostPage'),
  pendingComponent: PostPendingScreen,
})
