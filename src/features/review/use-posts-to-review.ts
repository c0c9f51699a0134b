import { useMemo, useSyncExternalStore } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { usePosts } from '../../cache/page/use-posts.ts'
import { isStaying, isUndecided } from '../../outbox/store/waiting-decisions.ts'
import { isLive, subscribeToLive } from '../../live/live-state.ts'
import { useSentChanges, useWaitingChanges } from '../../outbox/page/use-waiting-changes.ts'
import { isUnprocessed, pendingQuery } from '../../session/pending-query.ts'
import { flaggedQuery } from '../../session/user-queries.ts'
import { useStableOrder } from '../../ui/layout/use-stable-order.ts'
import { isFlagged } from './reason-text.ts'

const NONE: readonly Post[] = []
/** Hundreds of photos that come at once wait for minutes; it is also more than most devices' clocks are wrong by. */
const STUCK_AFTER_MS = 60 * 60_000
const DECISIONS = new Set(['approve-post', 'approve-posts', 'delete-post'])

export interface Reviewer {
  event_hash: string
  userId: number
  token: string
}

/**
 * The photos of an Orma that its owner decides about, without those already decided on this device: the flagged ones, and others'
 * that could not be processed, or have not been for an hour. The oldest first, so that those that come while it is looked at stand
 * at the end: a press meant for a photo must not land on its neighbour.
 */
export function usePostsToReview({ event_hash, userId, token }: Reviewer) {
  const isHeard = useSyncExternalStore(subscribeToLive, () => isLive(event_hash))
  const query = useQuery(flaggedQuery(event_hash, { userId, token, isHeard }))
  const pending = useQuery(
    pendingQuery(useQueryClient(), event_hash, { id: userId, token }, { isHeard }),
  )
  const waiting = useWaitingChanges()
  useSentChanges()
  const isKnown = query.data !== undefined
  const flagged = usePosts(query.data)
  const unfinished = usePosts(pending.data)
  const askedAt = pending.dataUpdatedAt
  const undecided = useMemo(() => {
    const stuck = unfinished.filter((post) => post.User.id !== userId && isStuck(post, askedAt))
    return (
      isKnown &&
      [
        ...flagged.filter((post) => isFlagged(post) && isUndecided(post, waiting)),
        ...stuck.filter((post) => isStaying(post, waiting)),
      ].toSorted((one, other) => one.id - other.id)
    )
  }, [isKnown, flagged, unfinished, askedAt, userId, waiting])
  // One of the two lists alone is no order to keep: the other's photos would stand at its end.
  const kept = useStableOrder(pending.isFetched && undecided ? undecided : NONE)
  const posts = pending.isFetched ? kept : undecided || NONE
  const failed = [query, pending].filter(({ isError }) => isError)
  /** Decisions in the outbox. */
  const queued = waiting.filter(
    ({ kind, eventHash, state }) =>
      eventHash === event_hash && state === 'waiting' && DECISIONS.has(kind),
  )
  return {
    query,
    /** Undefined until it is known that there are none, or which. */
    posts: undecided && (posts.length > 0 || pending.data) ? posts : undefined,
    /** Why they are not known, where the server did not say. */
    error: failed[0]?.error,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    queued: queued.reduce((sum, { postIds }) => sum + (postIds?.length ?? 1), 0),
  }
}

/** Whether a photo was not processed, or not for very long, as known at a time (epoch milliseconds). */
function isStuck(post: Post, now: number): boolean {
  const age = now - Date.parse(post.createdAt)
  return isUnprocessed(post) && (post.status === 'FAILEDPROCESSING' || age > STUCK_AFTER_MS)
}
