import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { WorkerMessage } from '../../../contract/worker-messages.ts'
import {
  renewPeople,
  renewPost,
  renewUnshown,
  restartReads,
  changeCachedComments,
  changePost,
  showPost,
} from '../../cache/page/post-cache.ts'
import { commentsAfter, moreAfter, withLikes } from '../../posts/post-reactions.ts'
import { listenToWorker } from '../queue/announce.ts'
import { currentUploads, noteAnswered, subscribeToUploads } from './upload-store.ts'
import type { OutboxChange } from '../store/outbox-item.ts'

/** The user's changes that wait on this device, live. */
export function useWaitingChanges(): readonly OutboxChange[] {
  return useSyncExternalStore(subscribeToUploads, () => currentUploads().changes)
}

/** Puts the server's answers to queued changes into what is cached, whichever page or worker sent them. */
export function useSentChanges(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      listenToWorker((message) => {
        // Both in one task: the change is shown until its answer is.
        if (message.type === 'CHANGE_SENT' && noteAnswered(message.key))
          settle(queryClient, message)
      }),
    [queryClient],
  )
}

function settle(queryClient: QueryClient, sent: Sent): void {
  const { event_hash, post_id, kind, Likes, posts = [], wasGone } = sent
  const name = { event_hash, post_id }
  if (Likes) changePost(queryClient, post_id, (post) => withLikes(post, Likes))
  if (kind.endsWith('comment'))
    changeCachedComments(
      queryClient,
      name,
      (all) => commentsAfter(all, sent),
      (post) => moreAfter(post, sent),
    )
  if (kind === 'delete-comment') {
    renewPeople(queryClient, event_hash)
    // Deleted elsewhere, it was counted out twice.
    if (wasGone) void renewPost(queryClient, name)
  }
  if (kind === 'delete-post') renewUnshown(queryClient, event_hash)
  for (const post of posts) showPost(queryClient, post)
  // What is being read may be from before the change.
  restartReads(queryClient, event_hash)
}

type Sent = Extract<WorkerMessage, { type: 'CHANGE_SENT' }>
