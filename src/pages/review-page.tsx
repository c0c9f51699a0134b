import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { ReviewQueue } from '../features/review/review-queue.tsx'
import { useSession } from '../session/use-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { Message } from '../ui/message.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { renderInstead } from '../shell/offline-instead.tsx'

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
        <ForOwner event_hash={event_hash} event={event} />
      </main>
    </>
  )
}

/** The flagged photos; for others than the owner, who may see them. */
function ForOwner({ event_hash, event }: { event_hash: string; event: Event | undefined }) {
  const { token, user, status } = useSession()
  if (status === 'signed-out') {
    const login = (
      <Link
        to="/login"
        state={{ wanted: `/${event_hash}/review` }}
        className={buttonClass('filled')}
      >
        {texts.loginPrompt.login}
      </Link>
    )
    return (
      <Message drawing="frames" action={login}>
        {texts.loginPrompt.text}
      </Message>
    )
  }
  if (status === 'loading' || event === undefined)
    return <Spinner label={texts.common.loading} size={32} />
  if (user.id !== event.userId) {
    const toOrma = (
      <Link to="/$event_hash" params={{ event_hash }} className={buttonClass('filled')}>
        {texts.review.toOrma}
      </Link>
    )
    return (
      <Message drawing="frames" action={toOrma}>
        {texts.review.ownerOnly}
      </Message>
    )
  }
  return (
    <ReviewQueue
      event_hash={event_hash}
      userId={user.id}
      token={token}
      reviewAll={event.reviewAll}
      renderAge={(query) => <OfflineAge query={query} />}
      renderInstead={renderInstead}
    />
  )
}
