import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { SLIDESHOW } from '../../../contract/limits.ts'
import { mergeList } from '../../cache/page/merge-list.ts'
import { postStore } from '../../cache/post-store.ts'
import { isLive, subscribeToLive } from '../../live/live-state.ts'
import { allIds, hasEnd, missingFrom } from '../../posts/post-list.ts'
import { feedQuery, newestQuery, wholeFeedQuery } from './feed-queries.ts'

const NONE: ReadonlySet<number> = new Set()

/**
 * Keeps a loaded feed up to date. New posts join it at once while its top is in view; otherwise they wait, so that nothing moves
 * while somebody looks, and `waiting` is their number.
 */
export function useFreshPosts(event_hash: string, isAtTop: boolean) {
  const queryClient = useQueryClient()
  const { queryKey } = useMemo(() => feedQuery(event_hash), [event_hash])
  const isHeard = useSyncExternalStore(subscribeToLive, () => isLive(event_hash))
  const {
    data: newest,
    dataUpdatedAt,
    isRefetchError,
  } = useQuery(newestQuery(event_hash, queryClient, isHeard))
  const [newIds, setNewIds] = useState(NONE)
  const feed = queryClient.getQueryData(queryKey)
  const unseen = useMemo(
    () => (feed && newest ? missingFrom(allIds(newest), allIds(feed)) : []),
    [feed, newest],
  )

  const merged = useRef(newest)
  const canMerge = isAtTop || unseen.length === 0
  useEffect(() => {
    if (!newest || !canMerge) return
    // A page that was begun before they joined may take them out of the feed again; then they are merged once more.
    if (merged.current === newest && unseen.length === 0) return
    merged.current = newest
    const posts = postStore(queryClient).all(allIds(newest))
    const stretch = { posts, isTop: true, isEnd: hasEnd(newest) }
    mergeList(queryClient, queryKey, stretch, dataUpdatedAt)
    if (unseen.length > 0) setNewIds(new Set(unseen))
  }, [queryClient, queryKey, newest, dataUpdatedAt, canMerge, unseen])

  return {
    waiting: canMerge ? 0 : unseen.length,
    newIds,
    /** When the server was last asked for new posts, epoch milliseconds. */
    asOf: dataUpdatedAt,
    /** The server did not answer. */
    isBehind: isRefetchError,
  }
}

const RETRY_MS = 5_000

/** The live feed loaded to its end, page by page, and kept up to date for as long as it is shown, in view or not. */
export function useWholeFeed(event_hash: string) {
  const queryClient = useQueryClient()
  const feed = useInfiniteQuery(wholeFeedQuery(event_hash))
  useFreshPosts(event_hash, true)
  useQuery({
    ...newestQuery(event_hash, queryClient),
    refetchInterval: SLIDESHOW.refreshMs,
    refetchIntervalInBackground: true,
  })
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = feed
  useEffect(() => {
    if (!hasNextPage || isFetching) return
    const timer = setTimeout(() => void fetchNextPage(), isFetchNextPageError ? RETRY_MS : 0)
    return () => clearTimeout(timer)
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return feed
}
