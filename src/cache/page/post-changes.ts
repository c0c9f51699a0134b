import type { QueryClient } from '@tanstack/react-query'

/** A post by its Orma and id. */
export interface PostName {
  event_hash: string
  post_id: number
}

/** The key of every mutation that changes posts or their comments; its variables carry `post_id`. */
export const POST_CHANGE_KEY = ['change-post'] as const

/** The posts with a change on its way: an answer of the server about them may be from before the change. */
export function changingPosts(queryClient: QueryClient): Set<number> {
  const changes = queryClient
    .getMutationCache()
    .findAll({ mutationKey: POST_CHANGE_KEY, status: 'pending' })
  return new Set(changes.map(({ state }) => (state.variables as PostName).post_id))
}
