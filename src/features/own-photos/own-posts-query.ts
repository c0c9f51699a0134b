import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import type { PostCursor } from '../../posts/post-list.ts'
import { queryKeys } from '../../cache/query-keys.ts'

/** A user's own posts of an Orma, newest first. A page that is not full is the last one. */
export function ownPostsQuery(event_hash: string, userId: number, token: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.ownPosts(event_hash, userId),
    queryFn: async ({ pageParam: { after }, signal }) => {
      const params = { event_hash }
      return (await call(api.listOwnPosts, { params, query: { after }, token, signal })).posts
    },
    initialPageParam: { page: FIRST_PAGE } as PostCursor,
    getNextPageParam: (lastPage, _pages, { page }): PostCursor | undefined =>
      lastPage.length < PAGE_SIZE ? undefined : { page: page + 1, after: lastPage.at(-1)?.id },
  })
}
