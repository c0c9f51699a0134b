import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { fullOf, withKnownFull } from '../../posts/full-picture.ts'
import { cachePost } from '../cached-posts.ts'
import { queryKeys } from '../query-keys.ts'
import { placeInFeed } from './merge-feed.ts'
import { changeCachedPost, changeCached, removeUnshown } from './post-cache.ts'

/**
 * Shows a post as the server has it now: a finished one joins the feed, a flagged or failed one the list of such. A known post
 * keeps its likes and comments: these come as news of their own, as this viewer may see them. Gives whether by that it came
 * among the photos that are shown to everybody, or went, or got its large picture, without which it is in no film.
 */
export function showPost(queryClient: QueryClient, post: Post): boolean {
  const { event_hash, id: post_id, status } = post
  let [wasShown, hadFull] = [false, false]
  const isKnown = changeCachedPost(queryClient, { event_hash, post_id }, (known) => {
    wasShown ||= known.status === 'COMPLETED'
    hadFull ||= fullOf(known) !== null
    const { Likes, likeCount, Comments, commentCount } = known
    return { ...withKnownFull(post, known), Likes, likeCount, Comments, commentCount }
  })
  if (status === 'FAILEDBYNUDITY') showAmong(queryClient, queryKeys.allFlagged(event_hash), post)
  if (status === 'FAILEDPROCESSING') showAmong(queryClient, queryKeys.allPending(event_hash), post)
  if (status !== 'COMPLETED') return wasShown
  removeUnshown(queryClient, { event_hash, post_id })
  placeInFeed(queryClient, post)
  // The feed may not show it yet, and so not cache it.
  if (!isKnown) cachePost(post).catch(() => undefined)
  return !wasShown || (!hadFull && fullOf(post) !== null)
}

/** Flagged and unfinished posts are ordered by id, the highest first. */
function showAmong(queryClient: QueryClient, prefix: readonly unknown[], post: Post): void {
  changeCached<Post[]>(queryClient, prefix, (posts) =>
    [post, ...posts.filter(({ id }) => id !== post.id)].toSorted((a, b) => b.id - a.id),
  )
}
