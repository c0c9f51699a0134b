import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ThumbState } from './thumb.tsx'

/** Mark and label, for its author or the Orma's owner, of a photo that guests do not see; undefined: everybody sees it. */
export function photoMark(
  { kind, status, User, Event }: Pick<Post, 'kind' | 'status' | 'User' | 'Event'>,
  isForOwner = User.id === Event.userId,
): { state: ThumbState; label: string } | undefined {
  const said = kind === 'video' ? texts.video : texts.feed
  switch (status) {
    case 'READYFORPROCESSING':
      return { state: 'processing', label: said.processing }
    case 'FAILEDPROCESSING':
      return { state: 'failed', label: said.processingFailed }
    case 'FAILEDBYNUDITY':
      return { state: 'flagged', label: isForOwner ? ownText(kind) : said.inReview }
    case 'COMPLETED':
      return undefined
  }
}

function ownText(kind: Post['kind']): string {
  return kind === 'video' ? texts.video.waits : texts.review.own
}
