import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'

/** Why a photo is flagged. `reviewAll`: whether the owner reviews every photo now; undefined: unknown. */
export function reasonText(
  { reviewReason = 'unchecked' }: Pick<Post, 'reviewReason'>,
  reviewAll: boolean | undefined,
): string {
  // Photos from before that was switched off stay flagged.
  if (reviewReason === 'review' && reviewAll === false) return texts.review.wasReview
  return texts.review[reviewReason]
}
