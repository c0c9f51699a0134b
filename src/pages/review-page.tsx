import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { ReviewQueue } from '../features/review/review-queue.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { OfflineAge } from '../shell/offline-age.tsx'
import { renderInstead } from '../shell/offline-instead.tsx'
import { ForOwner } from './for-owner.tsx'

const route = getRouteApi('/$event_hash/review')

/** `/{event_hash}/review`. */
export function ReviewPage() {
  const { event_hash } = route.useParams()
  const { data: event } = useQuery(eventQuery(event_hash))
  const navigate = useNavigate()
  useDocumentTitle(texts.review.title)
  const close = () => void navigate({ to: '/$event_hash', params: { event_hash } })
  return (
    <>
      <AppHeader title={event?.name} onClose={close} />
      <main className="page page-wide">
        <h1 tabIndex={-1}>{texts.review.title}</h1>
        <ForOwner event_hash={event_hash} refusal={texts.review.ownerOnly}>
          {({ user, token }, { reviewAll }) => (
            <ReviewQueue
              event_hash={event_hash}
              userId={user.id}
              token={token}
              reviewAll={reviewAll}
              renderAge={(query) => <OfflineAge query={query} />}
              renderInstead={renderInstead}
            />
          )}
        </ForOwner>
      </main>
    </>
  )
}
