import { useQueryClient } from '@tanstack/react-query'
import { APPROVED_AT_ONCE_MAX } from '../../../contract/limits.ts'
import { forgetPostView, removePosts } from '../../cache/page/post-cache.ts'
import { randomKey } from '../../device/random-key.ts'
import { queueChange } from '../../outbox/page/upload-driver.ts'
import { useSession } from '../../session/use-session.ts'

interface Decision {
  event_hash: string
  post_id: number
  isApproved: boolean
}

/** Approves flagged photos, or deletes one that is to review. */
export function useDecisions() {
  const queryClient = useQueryClient()
  const ownerUserId = useSession().user?.id ?? 0

  function decide({ event_hash, post_id, isApproved }: Decision): void {
    const kind = isApproved ? 'approve-post' : 'delete-post'
    const post = { eventHash: event_hash, postId: post_id, content: null }
    void queueChange({ key: randomKey(), kind, ...post, ownerUserId })
    if (isApproved) return
    removePosts(queryClient, event_hash, [post_id])
    forgetPostView(queryClient, { event_hash, post_id })
  }

  /** In as few calls as possible. */
  function approveAll(event_hash: string, post_ids: readonly number[]): void {
    for (let from = 0; from < post_ids.length; from += APPROVED_AT_ONCE_MAX) {
      const postIds = post_ids.slice(from, from + APPROVED_AT_ONCE_MAX)
      const photos = { eventHash: event_hash, postId: postIds[0] ?? 0, postIds, content: null }
      void queueChange({ key: randomKey(), kind: 'approve-posts', ...photos, ownerUserId })
    }
  }

  return { decide, approveAll }
}
