import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { photoMark } from '../../photos/photo-mark.ts'

/** Whether a photo may be approved: of the others that are to review there is nothing to show. */
export function isFlagged({ status }: Pick<Post, 'status'>): boolean {
  return status === 'FAILEDBYNUDITY'
}

/** How many photos are to review, and why. Those that are still being processed are counted where there are no others. */
export function reviewCountText(posts: readonly Post[]): string {
  const flagged = posts.filter(isFlagged)
  const failed = posts.filter(({ status }) => status === 'FAILEDPROCESSING')
  const { waiting, notShown, andNotShown, unfinished } = texts.review
  if (flagged.length > 0) {
    const words = waiting(countOf(flagged))
    return failed.length === 0 ? words : andNotShown(words, failed.length)
  }
  return failed.length === 0 ? unfinished(countOf(posts)) : notShown(countOf(failed))
}

function countOf(posts: readonly Post[]) {
  return texts.countOf(posts, isVideo)
}

/** What the list of photos to review is called. */
export function reviewTitle(posts: readonly Post[]): string {
  return texts.withVideos(posts.some(isVideo), texts.review.title)
}

function isVideo({ kind }: Pick<Post, 'kind'>): boolean {
  return kind === 'video'
}

/** Why a photo is to review. `reviewAll`: whether the owner reviews every photo now; undefined: unknown. */
export function reasonText(post: Post, reviewAll: boolean | undefined): string {
  const { reviewReason = 'unchecked' } = post
  if (!isFlagged(post)) return photoMark(post)?.label ?? ''
  // Photos from before that was switched off stay flagged.
  if (reviewReason === 'review' && reviewAll === false) return texts.review.wasReview
  return texts.review[reviewReason]
}
