import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { FLAGGED_INTERVAL_MS, POLL_ATTEMPTS, POLL_INTERVAL_MS } from '../../contract/limits.ts'
import { call } from '../api/call.ts'
import { postStore } from '../cache/post-store.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** As often as for new posts, where no news is heard live. */
const UNHEARD_INTERVAL_MS = 30_000

/** What has become of a post being processed was asked so often, at last then (epoch milliseconds); by its id. */
const attempts = new Map<number, { count: number; at: number }>()

/**
 * The signed-in user's own posts that the feed does not show yet, or will not; for an Orma's owner, also others' that are not
 * processed. What has become of one's own is asked again and again; of others', where they are to review (`isHeard`: with live
 * news of them).
 */
export function pendingQuery(
  queryClient: QueryClient,
  event_hash: string,
  user: { id: number; token: string } | undefined,
  review?: { isHeard: boolean },
) {
  const store = postStore(queryClient)
  const isOwn = ({ User }: Post) => User.id === user?.id
  return queryOptions({
    queryKey: queryKeys.pending(event_hash, user?.id),
    queryFn: async ({ queryKey, signal }): Promise<number[]> => {
      countAttempts(store.all(queryClient.getQueryData<number[]>(queryKey) ?? []))
      const params = { event_hash }
      const token = user?.token
      const { posts } = await call(api.listPendingPosts, { params, token, signal })
      // All flagged ones have a list of their own.
      return store.put(posts.filter((post) => isOwn(post) || isUnprocessed(post)))
    },
    enabled: user !== undefined,
    refetchInterval: ({ state: { data = [] } }) => {
      const own = store.all(data).filter(isOwn)
      if (own.some(isPolled)) return POLL_INTERVAL_MS
      if (review) return reviewIntervalMs(review.isHeard)
      return own.some(({ status }) => status === 'FAILEDBYNUDITY') && FLAGGED_INTERVAL_MS
    },
  })
}

/** After so long an owner who reviews asks again for what there is to review. */
export function reviewIntervalMs(isHeard: boolean): number {
  return isHeard ? FLAGGED_INTERVAL_MS : UNHEARD_INTERVAL_MS
}

/** Whether a post is not processed: not yet, or it could not be. */
export function isUnprocessed({ status }: Pick<Post, 'status'>): boolean {
  return status === 'READYFORPROCESSING' || status === 'FAILEDPROCESSING'
}

/** A question sooner after the one before, because of another post or because the page is looked at again, is no attempt. */
function countAttempts(posts: readonly Post[]): void {
  const now = Date.now()
  for (const { id } of posts.filter(isProcessing)) {
    const { count, at } = attempts.get(id) ?? { count: 0, at: 0 }
    if (now - at >= POLL_INTERVAL_MS) attempts.set(id, { count: count + 1, at: now })
  }
}

/** Whether it is asked again what has become of a post (specification: section 4). */
function isPolled(post: Post): boolean {
  return isProcessing(post) && (attempts.get(post.id)?.count ?? 0) < POLL_ATTEMPTS
}

function isProcessing({ status }: Pick<Post, 'status'>): boolean {
  return status === 'READYFORPROCESSING'
}
