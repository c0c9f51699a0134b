import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewChange } from '../../outbox/store/change-outbox.ts'
import { APPROVED_AT_ONCE_MAX } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { requireToken } from '../../api/require-token.ts'
import { randomKey } from '../../device/random-key.ts'
import {
  forgetPostView,
  removeCachedPost,
  removeUnshown,
  renewUnshown,
} from '../../cache/page/post-cache.ts'
import { POST_CHANGE_KEY } from '../../cache/page/post-changes.ts'
import { forgetChange, sendOrQueue } from '../../outbox/page/send-or-queue.ts'
import { showPost } from '../../cache/page/show-post.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/alerts.tsx'

interface Decision {
  event_hash: string
  post_id: number
  isApproved: boolean
  /** Idempotency key: the same however often this decision is sent. */
  key: string
}

/**
 * Approves a flagged photo, or deletes one that is to review. Without a network the decision shows here at once and is queued. If the server
 * refuses, everything stays as it was, and an error is shown.
 */
export function useDecide() {
  const queryClient = useQueryClient()
  const send = useSend()
  return useMutation({
    mutationKey: [...POST_CHANGE_KEY, 'review'],
    mutationFn: ({ event_hash, post_id, isApproved, key }: Decision) => {
      const kind = isApproved ? 'approve-post' : 'delete-post'
      return send({ key, kind, eventHash: event_hash, postId: post_id, content: null })
    },
    onSuccess: (answer, { isApproved, ...name }) => {
      if (isApproved) removeUnshown(queryClient, name)
      else removeCachedPost(queryClient, name)
      if (!isApproved) forgetPostView(queryClient, name)
      for (const post of answer?.posts ?? []) showPost(queryClient, post)
    },
    onError: ({ message }, { event_hash, isApproved, key }) => {
      void forgetChange({ key })
      showAlert(isApproved ? texts.review.approveFailed : texts.post.deleteFailed(message))
      // Somebody else may have decided meanwhile.
      renewUnshown(queryClient, event_hash)
    },
  })
}

interface ManyApprovals {
  event_hash: string
  post_ids: readonly number[]
}

/** Approves many flagged photos in as few calls as possible. */
export function useApproveAll() {
  const queryClient = useQueryClient()
  const send = useSend()

  async function approve(event_hash: string, post_ids: number[]): Promise<void> {
    const key = randomKey()
    const [postId = 0] = post_ids
    const photos = { eventHash: event_hash, postId, postIds: post_ids, content: null }
    try {
      const answer = await send({ key, kind: 'approve-posts', ...photos })
      // Photos that are gone are missing in the answer.
      for (const post_id of post_ids) removeUnshown(queryClient, { event_hash, post_id })
      for (const post of answer?.posts ?? []) showPost(queryClient, post)
    } catch (error) {
      await forgetChange({ key })
      throw error
    }
  }

  return useMutation({
    mutationFn: async ({ event_hash, post_ids }: ManyApprovals) => {
      for (let from = 0; from < post_ids.length; from += APPROVED_AT_ONCE_MAX) {
        await approve(event_hash, post_ids.slice(from, from + APPROVED_AT_ONCE_MAX))
      }
    },
    onError: (_error, { event_hash }) => {
      showAlert(texts.review.approveFailed)
      renewUnshown(queryClient, event_hash)
    },
  })
}

function useSend() {
  const { user, token } = useSession()
  return async (decision: Omit<NewChange, 'ownerUserId'>) =>
    sendOrQueue({ ...decision, ownerUserId: user?.id ?? 0 }, requireToken({ token }), promptAgain)
}
