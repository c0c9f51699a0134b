import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/entities.ts'
import { allPosts, changePost, removePost } from '../device/post-list.ts'
import type { PostPages } from '../device/post-list.ts'
import { queryKeys } from '../device/query-keys.ts'

/** The key of every mutation that changes posts or their comments; its variables carry `post_id`. */
export const POST_CHANGE_KEY = ['change-post'] as const

/** The posts that something of ours is on its way to: what the server tells of them may be from before. */
export function changingPosts(queryClient: QueryClient): Set<number> {
  const changes = queryClient
    .getMutationCache()
    .findAll({ mutationKey: POST_CHANGE_KEY, status: 'pending' })
  return new Set(changes.map(({ state }) => (state.variables as { post_id: number }).post_id))
}

/** Stops reads of an Orma's posts under way, whose answers would take a change back from the screen. */
export async function stopReads(queryClient: QueryClient, event_hash: string): Promise<void> {
  await Promise.all([
    queryClient.cancelQueries({ queryKey: queryKeys.newest(event_hash) }),
    queryClient.cancelQueries({ queryKey: queryKeys.postViews(event_hash) }),
  ])
}

/** Changes a post wherever it is shown: in the feed and in every post view. */
export function changeCachedPost(
  queryClient: QueryClient,
  { event_hash, post_id }: { event_hash: string; post_id: number },
  change: (post: Post) => Post,
): void {
  forEachList(queryClient, event_hash, (list) => changePost(list, post_id, change))
}

/** Takes a deleted post out of the feed and of every post view, and has the feed asked for again. */
export function removeCachedPost(
  queryClient: QueryClient,
  { event_hash, post_id }: { event_hash: string; post_id: number },
): void {
  queryClient.removeQueries({ queryKey: queryKeys.postView(event_hash, post_id) })
  queryClient.removeQueries({ queryKey: queryKeys.comments(event_hash, post_id) })
  forEachList(queryClient, event_hash, (list) => removePost(list, post_id), { updatedAt: 0 })
}

/** A post as it is shown anywhere. */
export function cachedPost(
  queryClient: QueryClient,
  { event_hash, post_id }: { event_hash: string; post_id: number },
): Post | undefined {
  for (const queryKey of [queryKeys.feed(event_hash), queryKeys.postViews(event_hash)]) {
    for (const [, list] of queryClient.getQueriesData<PostPages>({ queryKey })) {
      const post = list && allPosts(list).find(({ id }) => id === post_id)
      if (post) return post
    }
  }
  return undefined
}

function forEachList(
  queryClient: QueryClient,
  event_hash: string,
  change: (list: PostPages) => PostPages,
  options?: { updatedAt: number },
): void {
  for (const queryKey of [queryKeys.feed(event_hash), queryKeys.postViews(event_hash)]) {
    queryClient.setQueriesData<PostPages>({ queryKey }, (list) => list && change(list), options)
  }
}
