import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { isUndecided } from '../../outbox/store/waiting-decisions.ts'
import { isLive, subscribeToLive } from '../../live/live-state.ts'
import { removeUnshown } from '../../cache/page/post-cache.ts'
import { showPost } from '../../cache/page/show-post.ts'
import { useWaitingChanges } from '../../outbox/page/use-waiting-changes.ts'
import { flaggedQuery } from '../../session/user-queries.ts'
import { listenToWorker } from '../../outbox/queue/announce.ts'
import { useKeptOrder } from '../../ui/use-kept-order.ts'

const NONE: readonly Post[] = []
const DECISIONS = new Set(['approve-post', 'approve-posts', 'delete-post'])

export interface Reviewer {
  event_hash: string
  userId: number
  token: string
}

/**
 * The flagged photos of an Orma, without those already decided on this device. Those that come while it is looked at stand at the
 * end: a press meant for a photo must not land on its neighbour.
 */
export function useFlaggedPosts({ event_hash, userId, token }: Reviewer) {
  const isHeard = useSyncExternalStore(subscribeToLive, () => isLive(event_hash))
  const query = useQuery(flaggedQuery(event_hash, { userId, token, isHeard }))
  const waiting = useWaitingChanges()
  useSentDecisions()
  const { data } = query
  const undecided = useMemo(
    () => data?.filter((post) => isUndecided(post, waiting)),
    [data, waiting],
  )
  const posts = useKeptOrder(undecided ?? NONE)
  /** Decisions in the outbox. */
  const queued = waiting.filter(
    ({ kind, eventHash, state }) =>
      eventHash === event_hash && state === 'waiting' && DECISIONS.has(kind),
  )
  return {
    query,
    posts: undecided && posts,
    queued: queued.reduce((sum, { postIds }) => sum + (postIds?.length ?? 1), 0),
  }
}

/** Shows what the server answered to queued decisions, whichever page or worker sent them. */
function useSentDecisions() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      listenToWorker((message) => {
        if (message.type !== 'CHANGE_SENT') return
        const { posts, event_hash, content, Likes } = message
        // An answer without post, likes or text is that of a deletion.
        if (!posts && !Likes && content === null)
          void queryClient.invalidateQueries({ queryKey: queryKeys.allFlagged(event_hash) })
        for (const post of posts ?? []) {
          removeUnshown(queryClient, { event_hash: post.event_hash, post_id: post.id })
          showPost(queryClient, post)
        }
      }),
    [queryClient],
  )
}
