import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { changingPosts } from '../../cache/page/post-changes.ts'
import { startLate } from '../../worker/start-late.ts'
import { isLive, subscribeToLive } from '../../live/live-state.ts'
import { mergeNewest, placePost, unseenPosts } from '../../posts/post-list.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { feedQuery, newestQuery } from './feed-queries.ts'

const NONE: ReadonlySet<number> = new Set()

/**
 * Keeps a loaded feed up to date. New posts join it at once while its top is in view; otherwise they wait, so that
 * nothing moves under the eye, and `waiting` tells how many.
 */
export function useFreshPosts(event_hash: string, isAtTop: boolean) {
  const queryClient = useQueryClient()
  const { queryKey } = useMemo(() => feedQuery(event_hash), [event_hash])
  const isHeard = useSyncExternalStore(subscribeToLive, () => isLive(event_hash))
  const { data: newest, ...state } = useQuery(newestQuery(event_hash, queryClient, isHeard))
  const [newIds, setNewIds] = useState(NONE)
  const feed = queryClient.getQueryData(queryKey)
  const unseen = useMemo(() => (feed && newest ? unseenPosts(feed, newest) : []), [feed, newest])
  useFinishedPosts(event_hash)

  const merged = useRef(newest)
  const canMerge = isAtTop || unseen.length === 0
  useEffect(() => {
    if (!newest || !canMerge || merged.current === newest) return
    merged.current = newest
    queryClient.setQueryData(
      queryKey,
      (shown) => shown && mergeNewest(shown, newest, changingPosts(queryClient)),
    )
    if (unseen.length > 0) setNewIds(new Set(unseen.map(({ id }) => id)))
  }, [queryClient, queryKey, newest, canMerge, unseen])

  return {
    waiting: canMerge ? 0 : unseen.length,
    newIds,
    /** When the server was last asked for new posts, epoch milliseconds. */
    asOf: state.dataUpdatedAt,
    /** It could not tell. */
    isBehind: state.isRefetchError,
  }
}

/** Takes in the posts whose processing the worker has seen end. */
function useFinishedPosts(event_hash: string) {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      startLate(async () => {
        const { listenToWorker } = await import('../../outbox/queue/announce.ts')
        return () =>
          listenToWorker((message) => {
            if (message.type !== 'POST_FINISHED') return
            void takeFinished(queryClient, event_hash, message.post)
            void queryClient.invalidateQueries({ queryKey: queryKeys.allPending(event_hash) })
          })
      }),
    [queryClient, event_hash],
  )
}

async function takeFinished(queryClient: QueryClient, event_hash: string, post: Post) {
  if (post.event_hash !== event_hash || post.status !== 'COMPLETED') return
  const { queryKey } = newestQuery(event_hash, queryClient)
  // An answer under way may be from before this post was finished.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (newest) => newest && placePost(newest, post))
}
