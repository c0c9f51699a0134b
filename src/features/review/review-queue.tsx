import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { isSilence } from '../../api/contact.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Coming } from '../../ui/notices/coming.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { QuietBar } from '../../ui/notices/quiet-bar.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { Status } from '../../ui/notices/status.tsx'
import { useShownMore } from '../../ui/layout/use-shown-more.tsx'
import { ApproveAll } from './approve-all.tsx'
import { countText, isFlagged } from './reason-text.ts'
import { ReviewList } from './review-list.tsx'
import { usePostsToReview } from './use-posts-to-review.ts'
import type { Reviewer } from './use-posts-to-review.ts'

/** Enough for a large screen: thousands may be flagged, and one answer has them all. */
const AT_ONCE = { first: 40, more: 40 }
const NONE: readonly Post[] = []

interface ReviewQueueProps extends Reviewer {
  /** Whether the owner reviews every photo now. */
  reviewAll: boolean | undefined
  /** Says why the list may be out of date. */
  renderAge: (query: ReturnType<typeof usePostsToReview>['query']) => ReactNode
  /** Shown where the list could not be loaded. */
  renderInstead: (error: Error) => ReactNode
}

/** All photos of an Orma that are to review, or why there are none. */
export function ReviewQueue({
  renderAge,
  renderInstead,
  reviewAll,
  ...reviewer
}: ReviewQueueProps) {
  const { event_hash } = reviewer
  const { query, posts, error, retry, queued } = usePostsToReview(reviewer)
  const { shown, end } = useShownMore(posts ?? NONE, AT_ONCE)
  const noContact = useNoContact()
  if (error && !posts) {
    const again = <Button onClick={retry}>{texts.common.retry}</Button>
    return (
      <>
        <Message error drawing={isSilence(error) ? 'signal' : 'torn'} action={again}>
          {texts.review.failed}
        </Message>
        {renderInstead(error)}
      </>
    )
  }
  if (!posts)
    return (
      <Coming words={noContact && texts.offline[noContact]}>
        <Spinner label={texts.common.loading} size={32} />
      </Coming>
    )
  return (
    <>
      {renderAge(query)}
      <Status>{queued > 0 && <QuietBar>{texts.review.queued(queued)}</QuietBar>}</Status>
      <Status className={posts.length > 0 ? 'quiet' : 'visually-hidden'}>
        {posts.length > 0 ? countText(posts) : texts.review.empty}
      </Status>
      <ApproveAll event_hash={event_hash} posts={posts.filter(isFlagged)} />
      {posts.length > 0 ? (
        <ReviewList
          posts={shown}
          all={posts}
          label={texts.review.title}
          reviewAll={reviewAll}
          end={end}
        />
      ) : (
        <Message
          drawing="frames"
          action={
            <Link to="/$event_hash" params={{ event_hash }} className={buttonClass('filled')}>
              {texts.review.toOrma}
            </Link>
          }
        >
          {texts.review.empty}
        </Message>
      )}
    </>
  )
}
