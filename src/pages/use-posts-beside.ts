import { useCallback, useEffect, useMemo, useState } from 'react'
import type { NewerPosts } from '../features/post/newer-posts.tsx'
import type { FollowingPosts } from '../features/post/post-feed.tsx'
import { allIds } from '../posts/post-list.ts'
import type { IdPages } from '../posts/post-list.ts'
import type { PostListName } from '../posts/list-name.ts'
import { whenIdle } from '../ui/layout/when-idle.ts'
import { useFeedAround } from './use-feed-around.ts'
import { useListOpenedFrom } from './use-list-opened-from.ts'

const NONE: readonly number[] = []

interface BesidePosts {
  newer: NewerPosts
  /** Undefined: those that follow it in the feed. */
  following: FollowingPosts | undefined
}

/** The posts in front of a page's own, and those that follow it, in the list that it was opened from. */
export function usePostsBeside(
  event_hash: string,
  post_id: number | undefined,
  list: PostListName | undefined,
): BesidePosts {
  const opened = useListOpenedFrom(event_hash, list)
  const inFeed = useNewerInFeed(event_hash, opened ? undefined : post_id)
  const { newer, following } = useListAround(opened?.data, post_id)
  if (!opened) return { newer: inFeed, following: undefined }
  return {
    // It is known from its beginning.
    newer: { ids: newer, hasMore: false, loadMore: () => undefined },
    following: { ids: following, list: opened },
  }
}

/** A list to both sides of a post; of one that has gone from it, as it was. */
function useListAround(list: IdPages | undefined, post_id: number | undefined) {
  const ids = useMemo(() => (list ? allIds(list) : NONE), [list])
  const [last, setLast] = useState({ ids: NONE, post_id })
  const isThere = post_id !== undefined && ids.includes(post_id)
  if (isThere && (last.ids !== ids || last.post_id !== post_id)) setLast({ ids, post_id })
  const known = isThere ? ids : last.post_id === post_id ? last.ids : NONE
  return useMemo(() => {
    const at = post_id === undefined ? -1 : known.indexOf(post_id)
    return { newer: known.slice(0, Math.max(0, at)), following: known.slice(at + 1) }
  }, [known, post_id])
}

/** The posts in front of a page's own in the feed, asked for once the page has nothing else to do. */
function useNewerInFeed(event_hash: string, post_id: number | undefined): NewerPosts {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  const isWanted = isIdle && post_id !== undefined
  const place = { event_hash, post_id: post_id ?? 0, isWanted }
  const { ids: all, isInFeed, newer } = useFeedAround(place)
  const ids = useMemo(() => {
    const at = post_id === undefined ? -1 : all.indexOf(post_id)
    return at < 0 ? NONE : all.slice(0, at)
  }, [all, post_id])
  const { fetchNextPage } = newer
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  // A page that could not be loaded is no promise of another.
  const hasMore = !isInFeed && ids.length > 0 && newer.hasNextPage && !newer.isError
  return { ids, hasMore, loadMore }
}
