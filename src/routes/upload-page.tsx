import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { ApiError } from '../api/api-error.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { UploadScreen } from '../features/upload/upload-screen.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { Message } from '../ui/message.tsx'

const route = getRouteApi('/$event_hash/upload')

export function UploadPage() {
  const { event_hash } = route.useParams()
  const navigate = useNavigate()
  const { data: event, error } = useQuery(eventQuery(event_hash))
  useDocumentTitle(event ? `${texts.upload.title} · ${event.name}` : texts.upload.title)
  if (error instanceof ApiError && error.status === 404) {
    return (
      <main className="page">
        <Message error title drawing="torn">
          {texts.event.loadFailed}
        </Message>
      </main>
    )
  }
  const login = () => void navigate({ to: '/$event_hash/login', params: { event_hash } })
  return <UploadScreen key={event_hash} event_hash={event_hash} event={event} onLogin={login} />
}
