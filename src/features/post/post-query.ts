import { infiniteQueryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { FIRST_PAGE, NEXT_POSTS_MAX } from '../../../contract/limits.ts'
import { isEventHash } from '../../../contract/rules.ts'
import type { Post } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { allIds, byPage, listOf } from '../../posts/post-list.ts'
import type { IdPages, PostCursor } from '../../posts/post-list.ts'
import { postStore } from '../../cache/post-store.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { fetchPosts } from '../../session/list-posts.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

/** A post and, page by page, those after it in the feed. */
export function postViewQuery(event_hash: string, post_id: number) {
  return infiniteQueryOptions({
    ...byPage,
    queryKey: queryKeys.postView(event_hash, post_id),
    queryFn: async (asked) =>
      asked.pageParam.after === undefined
        ? postStore(asked.client).put(await openPost(event_hash, post_id, asked.signal))
        : fetchPosts(event_hash, asked.pageParam, asked),
  })
}

/** The posts that lead up to one in the feed, page by page upwards; in a page the newest first. */
export function newerPostsQuery(event_hash: string, post_id: number) {
  return infiniteQueryOptions({
    queryKey: queryKeys.newerPosts(event_hash, post_id),
    queryFn: (asked) => fetchPosts(event_hash, asked.pageParam, asked),
    initialPageParam: { page: FIRST_PAGE, before: post_id } as PostCursor,
    getNextPageParam: ([newest]: number[]): PostCursor | undefined =>
      newest === undefined ? undefined : { page: FIRST_PAGE, before: newest },
  })
}

/** Fills a post's view with what the feed has of it and the posts after it, until the server answers. */
export function startFromFeed(queryClient: QueryClient, event_hash: string, post_id: number): void {
  const feed = queryClient.getQueryData<IdPages>(queryKeys.feed(event_hash))
  const ids = feed ? allIds(feed) : []
  const at = ids.indexOf(post_id)
  if (at >= 0) startView(queryClient, event_hash, ids.slice(at))
}

/** Fills a post's view with the post alone, where a list has it, until the server answers. */
export function startAlone(queryClient: QueryClient, event_hash: string, post_id: number): void {
  if (postStore(queryClient).get(post_id)) startView(queryClient, event_hash, [post_id])
}

/** Fills the view of the first of these posts with them, until the server answers. */
export function startView(
  queryClient: QueryClient,
  event_hash: string,
  ids: readonly number[],
): void {
  const [first] = ids
  if (first === undefined) return
  const { queryKey } = postViewQuery(event_hash, first)
  if (queryClient.getQueryData(queryKey)) return
  const view = listOf(ids.slice(0, 1 + NEXT_POSTS_MAX))
  queryClient.setQueryData<IdPages>(queryKey, view, { updatedAt: 0 })
}

async function openPost(event_hash: string, post_id: number, signal: AbortSignal): Promise<Post[]> {
  const { post, next = [] } = await call(api.getPost, {
    params: { event_hash, post_id },
    query: { next: NEXT_POSTS_MAX },
    token: readTokenCookie(event_hash),
    signal,
  })
  return [post, ...next]
}

/** The id in the address of a post; undefined where it is not one. */
export function readPostId(event_hash: string, id: string): number | undefined {
  const isId = /^[1-9]\d{0,14}$/.test(id)
  return isEventHash(event_hash) && isId ? Number(id) : undefined
}
