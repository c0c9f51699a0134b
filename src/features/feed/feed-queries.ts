import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { LIVE_OVERLAP_MS, PAGE_SIZE, PAGE_SIZE_MAX } from '../../../contract/limits.ts'
import { byPage, listOf } from '../../posts/post-list.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { fetchPosts } from '../../session/list-posts.ts'

/** How often a page that is looked at, and hears nothing live, asks for new posts. */
const NEWEST_INTERVAL_MS = 30_000
/**
 * A feed loaded so lately is not asked for again when a page shows it: live news begin with what came since. A slow phone takes
 * seconds to show the one that came with the HTML.
 */
const FRESH_MS = LIVE_OVERLAP_MS / 2

/** The live feed, newest first. Never loaded again as a whole: `newestQuery` brings it up to date. */
export function feedQuery(event_hash: string) {
  return infiniteQueryOptions({
    ...byPage,
    queryKey: queryKeys.feed(event_hash),
    queryFn: (asked) => fetchPosts(event_hash, asked.pageParam, asked),
    staleTime: Infinity,
    refetchOnMount: false,
  })
}

/** The same feed for whoever reads all of it: in large pages, but for the first. */
export function wholeFeedQuery(event_hash: string) {
  return infiniteQueryOptions({
    ...feedQuery(event_hash),
    queryFn: (asked) => {
      const limit = asked.pageParam.after === undefined ? undefined : PAGE_SIZE_MAX
      return fetchPosts(event_hash, asked.pageParam, asked, limit)
    },
  })
}

/**
 * The first page as the server has it now. Asked for when the page is looked at again, and regularly unless news is heard live
 * (`isHeard`).
 */
export function newestQuery(event_hash: string, queryClient: QueryClient, isHeard = false) {
  const feed = queryClient.getQueryState(feedQuery(event_hash).queryKey)
  return queryOptions({
    queryKey: queryKeys.newest(event_hash),
    queryFn: async (asked) => {
      const ids = await fetchPosts(event_hash, byPage.initialPageParam, asked)
      return listOf(ids, ids.length < PAGE_SIZE)
    },
    initialData: feed?.data?.pages[0] && listOf(feed.data.pages[0]),
    initialDataUpdatedAt: feed?.dataUpdatedAt,
    gcTime: 0,
    staleTime: FRESH_MS,
    refetchInterval: isHeard ? false : NEWEST_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  })
}
