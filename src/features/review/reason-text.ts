import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { photoMark } from '../../ui/photo-mark.ts'

/** Whether a photo may be approved: of the others that are to review there is nothing to show. */
export function isFlagged({ status }: Pick<Post, 'status'>): boolean {
  return status === 'FAILEDBYNUDITY'
}

/** How many photos are to review, and why. */
export function countText(posts: readonly Post[]): string {
  const flagged = posts.filter(isFlagged).length
  const others = posts.length - flagged
  const { waiting, notShown, waitingAndNotShown } = texts.review
  if (flagged === 0) return notShown(others)
  return others === 0 ? waiting(flagged) : waitingAndNotShown(waiting(flagged), others)
}

/** Why a photo is to review. `reviewAll`: whether the owner reviews every photo now; undefined: unknown. */
export function reasonText(post: Post, reviewAll: boolean | undefined): string {
  const { reviewReason = 'unchecked' } = post
  if (!isFlagged(post)) return photoMark(post)?.label ?? ''
  // Photos from before that was switched off stay flagged.
  if (reviewReason === 'review' && reviewAll === false) return texts.review.wasReview
  return texts.review[reviewReason]
}
