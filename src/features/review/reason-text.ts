import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'

/** Why a photo waits for its owner. `reviewAll`: whether the owner looks at every photo now; undefined: that is not known. */
export function reasonText(
  { reviewReason = 'unchecked' }: Pick<Post, 'reviewReason'>,
  reviewAll: boolean | undefined,
): string {
  // What came before that was switched off waits on.
  if (reviewReason === 'review' && reviewAll === false) return texts.review.wasReview
  return texts.review[reviewReason]
}
