import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../contract/entities.ts'
import type { WorkerMessage } from '../../../contract/worker-messages.ts'
import type { WaitingChange } from '../store/change-outbox.ts'
import { withLikes } from '../../posts/post-reactions.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { settleWaiting, settleWaitingComment } from '../store/waiting-changes.ts'
import { listenToWorker } from '../queue/announce.ts'
import { changeCachedPost, renewPost } from '../../cache/page/post-cache.ts'
import { currentUploads, subscribeToUploads } from './upload-store.ts'

/** The user's changes that wait on this device, live. */
export function useWaitingChanges(): readonly WaitingChange[] {
  return useSyncExternalStore(subscribeToUploads, () => currentUploads().changes)
}

/** Replaces what was shown for a queued like or comment by the server's answer. */
export function useSentChanges(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      listenToWorker((message) => {
        if (message.type === 'CHANGE_SENT') settle(queryClient, message)
        if (message.type === 'CHANGE_REFUSED') void renewPost(queryClient, message)
      }),
    [queryClient],
  )
}

type Sent = Extract<WorkerMessage, { type: 'CHANGE_SENT' }>

function settle(queryClient: QueryClient, { comment, Likes, key, ...post }: Sent): void {
  if (Likes) changeCachedPost(queryClient, post, (shown) => withLikes(shown, Likes))
  if (!comment) return
  changeCachedPost(queryClient, post, (shown) => settleWaiting(shown, key, comment))
  queryClient.setQueryData<Comment[]>(
    queryKeys.comments(post.event_hash, post.post_id),
    (comments) => comments && settleWaitingComment(comments, key, comment),
  )
}
