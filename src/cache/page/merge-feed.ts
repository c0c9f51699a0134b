import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { mergeStretch, reaches } from '../../posts/post-list.ts'
import type { PostPages, Stretch } from '../../posts/post-list.ts'
import { queryKeys } from '../query-keys.ts'
import { changeCached, removeAllUnshown } from './post-cache.ts'

// All that the server tells of a feed that is shown comes into it here: the newest page, a page asked for again, and single
// posts, heard live or from the worker.

/** Puts a stretch from the server in its place in the feed, and takes its posts out of those that are not shown yet. */
export function mergeIntoFeed(
  queryClient: QueryClient,
  event_hash: string,
  stretch: Stretch,
  options?: { updatedAt: number },
): void {
  const merge = (feed: PostPages) => mergeStretch(feed, stretch)
  changeCached(queryClient, queryKeys.feed(event_hash), merge, options)
  removeAllUnshown(queryClient, event_hash, new Set(stretch.posts.map(({ id }) => id)))
}

/**
 * Puts a post in its place in its hour and in the feed, unless it is there. While the feed is looked at, it goes into the newest
 * page instead, which joins the feed when the viewer is at the top; one further down goes into the feed at once, where it moves
 * nothing in view.
 */
export function placeInFeed(queryClient: QueryClient, post: Post): void {
  const { newest, feed, timeslot } = queryKeys
  const newestPage = queryClient.getQueryData<PostPages>(newest(post.event_hash))
  const isNew = newestPage !== undefined && reaches(newestPage, post)
  const stretch = { posts: [post], isTop: false, isEnd: false }
  const merge = (list: PostPages) => mergeStretch(list, stretch, new Set([post.id]))
  changeCached(queryClient, (isNew ? newest : feed)(post.event_hash), merge)
  changeCached(queryClient, timeslot(post.event_hash, post.original_date.slice(0, 13)), merge)
}
