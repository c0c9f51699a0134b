import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { photoMark } from '../../photos/photo-mark.ts'

/** Whether a photo may be approved: of the others that are to review there is nothing to show. */
export function isFlagged({ status }: Pick<Post, 'status'>): boolean {
  return status === 'FAILEDBYNUDITY'
}

/** How many photos are to review, and why. Those that are still being processed are counted where there are no others. */
export function reviewCountText(posts: readonly Post[]): string {
  const flagged = posts.filter(isFlagged).length
  const failed = posts.filter(({ status }) => status === 'FAILEDPROCESSING').length
  const { waiting, notShown, andNotShown, unfinished } = texts.review
  if (flagged === 0) return failed === 0 ? unfinished(posts.length) : notShown(failed)
  return failed === 0 ? waiting(flagged) : andNotShown(waiting(flagged), failed)
}

/** Why a photo is to review. `reviewAll`: whether the owner reviews every photo now; undefined: unknown. */
export function reasonText(post: Post, reviewAll: boolean | undefined): string {
  const { reviewReason = 'unchecked' } = post
  if (!isFlagged(post)) return photoMark(post)?.label ?? ''
  // Photos from before that was switched off stay flagged.
  if (reviewReason === 'review' && reviewAll === false) return texts.review.wasReview
  return texts.review[reviewReason]
}
