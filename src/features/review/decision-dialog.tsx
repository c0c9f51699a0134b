import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Thumb } from '../../photos/thumb.tsx'
import { isFlagged } from './reason-text.ts'
import { useDecisions } from './use-decisions.ts'
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

/** Asks before a photo is approved or deleted. */
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
  const { thumbhash, compressed_url, image_url, reviewReason, User } = post
  const src = reviewReason === 'review' ? (compressed_url ?? image_url) : null
  return (
    <div className={styles.question}>
      <Thumb src={src} alt="" thumbhash={thumbhash} />
      <p>{texts.feed.photoBy(User.name ?? texts.common.anonymous)}</p>
    </div>
  )
}
