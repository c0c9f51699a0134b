import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { cachePost } from '../cached-posts.ts'
import { queryKeys } from '../query-keys.ts'
import { placeInFeed } from './merge-feed.ts'
import { changeCachedPost, changeKept, removeUnshown } from './post-cache.ts'

/**
 * Shows a post as the server says it is now: one that is finished joins the feed, one that is flagged what waits for the owner.
 * A post that is known keeps what people did to it: that is told on its own, and as its viewer may see it.
 */
export function showPost(queryClient: QueryClient, post: Post): void {
  const { event_hash, id: post_id, status } = post
  const isKnown = changeCachedPost(
    queryClient,
    { event_hash, post_id },
    ({ Likes, likeCount, Comments, commentCount }) => ({
      ...post,
      Likes,
      likeCount,
      Comments,
      commentCount,
    }),
  )
  if (status === 'FAILEDBYNUDITY') showFlagged(queryClient, post)
  if (status !== 'COMPLETED') return
  removeUnshown(queryClient, { event_hash, post_id })
  placeInFeed(queryClient, post)
  // Where somebody looks further down, it waits to join the feed.
  if (!isKnown) cachePost(post).catch(() => undefined)
}

/** In its place among those that wait: the newest, which has the highest id, comes first. */
function showFlagged(queryClient: QueryClient, post: Post): void {
  changeKept<Post[]>(queryClient, queryKeys.allFlagged(post.event_hash), (flagged) =>
    [post, ...flagged.filter(({ id }) => id !== post.id)].toSorted((a, b) => b.id - a.id),
  )
}
