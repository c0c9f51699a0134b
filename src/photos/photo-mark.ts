import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ThumbState } from './thumb.tsx'

/** Mark and label, for its author or the Orma's owner, of a photo that guests do not see; undefined: everybody sees it. */
export function photoMark(
  { status, User, Event }: Pick<Post, 'status' | 'User' | 'Event'>,
  isForOwner = User.id === Event.userId,
): { state: ThumbState; label: string } | undefined {
  switch (status) {
    case 'READYFORPROCESSING':
      return { state: 'processing', label: texts.feed.processing }
    case 'FAILEDPROCESSING':
      return { state: 'failed', label: texts.feed.processingFailed }
    case 'FAILEDBYNUDITY':
      return { state: 'flagged', label: isForOwner ? texts.review.own : texts.feed.inReview }
    case 'COMPLETED':
      return undefined
  }
}
