import { useEffect } from 'react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { SLIDESHOW } from '../../../contract/limits.ts'
import { newestQuery, wholeFeedQuery } from './feed-queries.ts'
import { useFreshPosts } from './use-fresh-posts.ts'

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
