import { infiniteQueryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { NEXT_POSTS_MAX } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { allPosts, byPage, listOf } from '../../posts/post-list.ts'
import type { PostPages } from '../../posts/post-list.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { listPosts } from '../../session/list-posts.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

/** A post and, page by page, those after it in the feed. */
export function postViewQuery(event_hash: string, post_id: number) {
  return infiniteQueryOptions({
    ...byPage,
    queryKey: queryKeys.postView(event_hash, post_id),
    queryFn: ({ pageParam, signal }) =>
      pageParam.after === undefined
        ? openPost(event_hash, post_id, signal)
        : listPosts(event_hash, pageParam, signal),
  })
}

/** Fills a post's view with what the feed has of it and the posts after it, until the server answers. */
export function startFromFeed(queryClient: QueryClient, event_hash: string, post_id: number): void {
  const feed = queryClient.getQueryData<PostPages>(queryKeys.feed(event_hash))
  const posts = feed ? allPosts(feed) : []
  const at = posts.findIndex(({ id }) => id === post_id)
  if (at >= 0) startView(queryClient, event_hash, posts.slice(at))
}

/** Fills the view of the first of these posts with them, until the server answers. */
export function startView(
  queryClient: QueryClient,
  event_hash: string,
  posts: readonly Post[],
): void {
  const [first] = posts
  if (!first) return
  const { queryKey } = postViewQuery(event_hash, first.id)
  if (queryClient.getQueryData(queryKey)) return
  const view = listOf(posts.slice(0, 1 + NEXT_POSTS_MAX))
  queryClient.setQueryData<PostPages>(queryKey, view, { updatedAt: 0 })
}

async function openPost(event_hash: string, post_id: number, signal: AbortSignal): Promise<Post[]> {
  const { post, next = [] } = await call(api.getPost, {
    params: { event_hash, post_id },
    query: { next: NEXT_POSTS_MAX },
    token: readTokenCookie(),
    signal,
  })
  return [post, ...next]
}
