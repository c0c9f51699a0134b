import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { FIRST_PAGE, POLL_INTERVAL_MS } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import type { PostCursor } from '../../posts/post-list.ts'
import { askOrCached, readCachedPage } from '../../cache/ask-or-cached.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

/** A page that is looked at, and hears nothing live, asks for new posts this often. */
const NEWEST_INTERVAL_MS = 30_000
/** A feed loaded so lately is not asked for again; a page one comes back to always is. */
const JUST_LOADED_MS = 1_000

/**
 * The live feed, newest first. An empty page means there are no more. It is never loaded again as a whole: `newestQuery`
 * brings it up to date.
 */
export function feedQuery(event_hash: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.feed(event_hash),
    queryFn: ({ pageParam, signal }) =>
      askOrCached(
        () => listPosts(event_hash, pageParam, signal),
        () => readCachedPage(queryKeys.feed(event_hash), pageParam.after),
      ),
    initialPageParam: { page: FIRST_PAGE } as PostCursor,
    getNextPageParam: (lastPage, _pages, { page }): PostCursor | undefined =>
      lastPage.length === 0 ? undefined : { page: page + 1, after: lastPage.at(-1)?.id },
    staleTime: Infinity,
    refetchOnMount: false,
  })
}

/**
 * The first page as the server has it now; asked for when the page is looked at again, and again and again unless all that is
 * new is heard live anyway (`isHeard`).
 */
export function newestQuery(event_hash: string, queryClient: QueryClient, isHeard = false) {
  const feed = queryClient.getQueryState(feedQuery(event_hash).queryKey)
  return queryOptions({
    queryKey: queryKeys.newest(event_hash),
    queryFn: ({ signal }) => listPosts(event_hash, { page: FIRST_PAGE }, signal),
    initialData: feed?.data?.pages[0],
    initialDataUpdatedAt: feed?.dataUpdatedAt,
    gcTime: 0,
    staleTime: JUST_LOADED_MS,
    refetchInterval: isHeard ? false : NEWEST_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** The signed-in user's own posts that the feed does not show yet, or will not. */
export function pendingQuery(event_hash: string, user: { id: number; token: string } | undefined) {
  return queryOptions({
    queryKey: queryKeys.pending(event_hash, user?.id),
    queryFn: async ({ signal }): Promise<Post[]> => {
      const params = { event_hash }
      const token = user?.token
      const { posts } = await call(api.listPendingPosts, { params, token, signal })
      // The owner is told of everyone's.
      return posts.filter(({ User }) => User.id === user?.id)
    },
    enabled: user !== undefined,
    refetchInterval: ({ state }) => (state.data?.some(isProcessing) ? POLL_INTERVAL_MS : false),
  })
}

export function isProcessing({ status }: Pick<Post, 'status'>): boolean {
  return status === 'READYFORPROCESSING'
}

function listPosts(event_hash: string, { page, after }: PostCursor, signal: AbortSignal) {
  return call(api.listPosts, {
    params: { event_hash, page },
    query: { after },
    token: readTokenCookie(),
    signal,
  })
}
