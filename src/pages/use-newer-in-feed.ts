import { useCallback, useEffect, useMemo, useState } from 'react'
import type { NewerPosts } from '../features/post/newer-posts.tsx'
import { whenIdle } from '../ui/layout/when-idle.ts'
import { useFeedAround } from './use-feed-around.ts'

const NONE: readonly number[] = []

/** The posts in front of a page's own, asked for once the page has nothing else to do. */
export function useNewerInFeed(event_hash: string, post_id: number | undefined): NewerPosts {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  const isWanted = isIdle && post_id !== undefined
  const {
    ids: all,
    isInFeed,
    newer,
  } = useFeedAround({
    event_hash,
    post_id: post_id ?? 0,
    isWanted,
  })
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
