import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { postName } from '../../photos/post-name.ts'
import { Thumb } from '../../photos/thumb.tsx'
import { isFlagged } from './reason-text.ts'
import { APPROVED_AT_ONCE_MAX } from '../../../contract/limits.ts'
import { forgetPostView, removePosts } from '../../cache/page/post-cache.ts'
import { randomKey } from '../../device/random-key.ts'
import { queueChange } from '../../outbox/page/upload-driver.ts'
import { useSession } from '../../session/use-session.ts'
import styles from './review-list.module.css'

/** A photo that is to review, and the decision to confirm. */
export interface Asked {
  post: Post
  isApproved: boolean
}

interface DecisionDialogProps {
  /** Undefined before the first question. */
  asked: Asked | undefined
  open: boolean
  onClose: () => void
}

export function DecisionDialog({ asked, open, onClose }: DecisionDialogProps) {
  const { decide } = useDecisions()
  if (!asked) return null
  const { post, isApproved } = asked
  const confirm = () => {
    onClose()
    decide({ event_hash: post.event_hash, post_id: post.id, isApproved })
  }
  return (
    <ConfirmDialog
      open={open}
      danger={!isApproved}
      question={isApproved ? texts.review.approveQuestion : texts.post.deleteWarning}
      confirmLabel={isApproved ? texts.review.approve : deleteText(post)}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <AskedPhoto post={post} />
    </ConfirmDialog>
  )
}

/** What is done to a photo that is deleted, in a word: one that could not be shown is not rejected. */
function deleteText(post: Post): string {
  return isFlagged(post) ? texts.review.reject : texts.common.delete
}

/** Which photo is asked about: whose, and as it is at first on its card. One that was flagged, or not checked, is its blurred colours. */
function AskedPhoto({ post }: { post: Post }) {
  const { thumbhash, compressed_url, image_url, reviewReason } = post
  const src = reviewReason === 'review' ? (compressed_url ?? image_url) : null
  return (
    <div className={styles.question}>
      <Thumb src={src} alt="" thumbhash={thumbhash} />
      <p>{postName(post)}</p>
    </div>
  )
}

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
