import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../contract/limits.ts'
import { call } from '../api/call.ts'
import { postStore } from '../cache/post-store.ts'
import { queryKeys } from '../cache/query-keys.ts'
import type { PostCursor } from '../posts/post-list.ts'
import { reviewIntervalMs } from './pending-query.ts'
import { USER_KEY } from './session-query.ts'

/** The Ormas that the token's user owns, newest first. */
export function ownOrmasQuery(token: string) {
  return queryOptions({
    queryKey: [USER_KEY, 'ormas'],
    queryFn: async ({ signal }) => (await call(api.listOwnEvents, { token, signal })).allevents,
    meta: { failure: 'One’s own Ormas could not be loaded:' },
  })
}

/** The Ormas that the token's user has opened on any device, latest first. */
export function viewedOrmasQuery(token: string) {
  return queryOptions({
    queryKey: [USER_KEY, 'viewed'],
    queryFn: async ({ signal }) => {
      const { recentlyViewed } = await call(api.listRecentlyViewed, { token, signal })
      return recentlyViewed.map(({ Event }) => Event)
    },
    meta: { failure: 'The Ormas one visited could not be loaded:' },
    // Another page may have been visited since.
    staleTime: 0,
  })
}

export function profileQuery(token: string) {
  return queryOptions({
    queryKey: [USER_KEY, 'profile'],
    queryFn: async ({ signal }) => (await call(api.getProfile, { token, signal })).user,
    meta: { failure: 'The profile could not be loaded:' },
  })
}

/** The flagged photos of an Orma, newest first; for others than the owner, their own. */
export function flaggedQuery(
  event_hash: string,
  { userId, token, isHeard }: { userId: number; token: string; isHeard: boolean },
) {
  return queryOptions({
    queryKey: queryKeys.flagged(event_hash, userId),
    queryFn: async ({ client, signal }) => {
      const params = { event_hash }
      const { data } = await call(api.listFlaggedPosts, { params, token, signal })
      return postStore(client).put(data)
    },
    refetchInterval: reviewIntervalMs(isHeard),
    // A page without this list may have heard what is new, which is told once.
    staleTime: 0,
  })
}

/** A user's posts in an Orma, newest first: their own, or asked for by its owner. A page that is not full is the last one. */
export function userPostsQuery(
  event_hash: string,
  user_id: number,
  { token, isOwn = false }: { token: string; isOwn?: boolean },
) {
  return infiniteQueryOptions({
    queryKey: queryKeys.ownPosts(event_hash, user_id),
    queryFn: async ({ client, pageParam: { after }, signal }) => {
      const options = { query: { after }, token, signal }
      const { posts } = isOwn
        ? await call(api.listOwnPosts, { params: { event_hash }, ...options })
        : await call(api.listPersonPosts, { params: { event_hash, user_id }, ...options })
      return postStore(client).put(posts)
    },
    initialPageParam: { page: FIRST_PAGE } as PostCursor,
    getNextPageParam: (lastPage, _pages, { page }): PostCursor | undefined =>
      lastPage.length < PAGE_SIZE ? undefined : { page: page + 1, after: lastPage.at(-1) },
  })
}
