import { infiniteQueryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { FIRST_PAGE, NEXT_POSTS_MAX } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { allPosts } from '../../posts/post-list.ts'
import type { PostCursor, PostPages } from '../../posts/post-list.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { askOrCached, readCachedPage } from '../../cache/ask-or-cached.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

/** A post and, page by page, those after it in the feed. An empty page means there are no more. */
export function postViewQuery(event_hash: string, post_id: number) {
  return infiniteQueryOptions({
    queryKey: queryKeys.postView(event_hash, post_id),
    queryFn: ({ pageParam, signal }) =>
      pageParam.after === undefined
        ? openPost(event_hash, post_id, signal)
        : askOrCached(
            () => listPosts(event_hash, pageParam, signal),
            () => readCachedPage(queryKeys.feed(event_hash), pageParam.after),
          ),
    initialPageParam: { page: FIRST_PAGE } as PostCursor,
    getNextPageParam: (lastPage, _pages, { page }): PostCursor | undefined =>
      lastPage.length === 0 ? undefined : { page: page + 1, after: lastPage.at(-1)?.id },
  })
}

/** Shows at once what the feed knows of a post and those after it, until the server has answered. */
export function startFromFeed(queryClient: QueryClient, event_hash: string, post_id: number): void {
  const feed = queryClient.getQueryData<PostPages>(queryKeys.feed(event_hash))
  const posts = feed ? allPosts(feed) : []
  const at = posts.findIndex(({ id }) => id === post_id)
  if (at >= 0) startView(queryClient, event_hash, posts.slice(at))
}

/** Shows at once these posts in the view of the first of them, until the server has answered. */
export function startView(
  queryClient: QueryClient,
  event_hash: string,
  posts: readonly Post[],
): void {
  const [first] = posts
  if (!first) return
  const { queryKey } = postViewQuery(event_hash, first.id)
  if (queryClient.getQueryData(queryKey)) return
  queryClient.setQueryData(
    queryKey,
    { pages: [posts.slice(0, 1 + NEXT_POSTS_MAX)], pageParams: [{ page: FIRST_PAGE }] },
    { updatedAt: 0 },
  )
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

function listPosts(event_hash: string, { page, after }: PostCursor, signal: AbortSignal) {
  return call(api.listPosts, {
    params: { event_hash, page },
    query: { after },
    token: readTokenCookie(),
    signal,
  })
}
