import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { ApproveAll } from '../features/review/approve-all.tsx'
import { reviewCountText, reviewTitle, isFlagged } from '../features/review/reason-text.ts'
import { ReviewList } from '../features/review/review-list.tsx'
import { usePostsToReview } from '../features/review/use-posts-to-review.ts'
import type { Reviewer } from '../features/review/use-posts-to-review.ts'
import { ListState } from '../shell/list-state.tsx'
import { OrmaLink } from '../shell/not-found-screen.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { useShownMore } from '../ui/layout/use-shown-more.tsx'
import { Message } from '../ui/notices/message.tsx'
import { QuietBar } from '../ui/notices/quiet-bar.tsx'
import { Status } from '../ui/notices/status.tsx'
import { ForOrganisers } from './for-organisers.tsx'
import { useOpenedItem } from './use-opened-item.ts'

const route = getRouteApi('/$event_hash/review')

/** `/{event_hash}/review`. */
export function ReviewPage() {
  const { event_hash } = route.useParams()
  const { data: event } = useQuery(eventQuery(event_hash))
  const navigate = useNavigate()
  const title = texts.withVideos(event?.allowVideos, texts.review.title)
  useDocumentTitle(title)
  const close = () => void navigate({ to: '/$event_hash', params: { event_hash } })
  return (
    <>
      <AppHeader title={event?.name} onClose={close} />
      <main className="page page-wide">
        <h1 tabIndex={-1}>{title}</h1>
        <ForOrganisers
          event_hash={event_hash}
          refusal={texts.withVideos(event?.allowVideos, texts.review.ownerOnly)}
        >
          {({ user, token }, { reviewAll }) => (
            <ReviewQueue
              event_hash={event_hash}
              userId={user.id}
              token={token}
              reviewAll={reviewAll}
            />
          )}
        </ForOrganisers>
      </main>
    </>
  )
}

/** Enough for a large screen: thousands may be flagged, and one answer has them all. */
const AT_ONCE = { first: 40, more: 40 }
const NONE: readonly Post[] = []

interface ReviewQueueProps extends Reviewer {
  reviewAll: boolean | undefined
}

/** All photos of an Orma that are to review, or why there are none. */
function ReviewQueue({ reviewAll, ...reviewer }: ReviewQueueProps) {
  const { event_hash } = reviewer
  const { query, posts, error = null, retry, queued } = usePostsToReview(reviewer)
  const { shown, end } = useShownMore(posts ?? NONE, AT_ONCE)
  useOpenedItem(shown)
  const { empty, failed } = texts.review
  if (!posts)
    return (
      <ListState query={{ data: posts, error, refetch: retry }} empty={empty} failed={failed} />
    )
  return (
    <>
      <OfflineAge query={query} />
      <Status>{queued > 0 && <QuietBar>{texts.review.queued(queued)}</QuietBar>}</Status>
      <Status className={posts.length > 0 ? 'quiet' : 'visually-hidden'}>
        {posts.length > 0 ? reviewCountText(posts) : empty}
      </Status>
      <ApproveAll event_hash={event_hash} posts={posts.filter(isFlagged)} />
      {posts.length > 0 ? (
        <ReviewList
          posts={shown}
          all={posts}
          label={reviewTitle(posts)}
          reviewAll={reviewAll}
          end={end}
        />
      ) : (
        <Message drawing="frames" action={<OrmaLink event_hash={event_hash} />}>
          {empty}
        </Message>
      )}
    </>
  )
}
