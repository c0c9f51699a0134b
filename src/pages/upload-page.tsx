import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { isAtDoor, isClosed, isGone as isGoneError, isRefused } from '../api/refused-orma.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { isOfGoneOrma, isUnsent } from '../outbox/store/outbox-photo.ts'
import { useUploads } from '../outbox/page/use-uploads.ts'
import { UploadScreen } from '../features/upload/upload-screen.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { ASK_AGAIN_MS, OrmaFailure } from '../shell/event-waiting-screens.tsx'

const route = getRouteApi('/$event_hash/upload')

export function UploadPage() {
  const { event_hash } = route.useParams()
  const navigate = useNavigate()
  const { data: event, error } = useQuery({
    ...eventQuery(event_hash),
    // Photos wait here, so this page stays while the Orma is closed.
    refetchInterval: ({ state }) => isClosed(state.error) && ASK_AGAIN_MS,
  })
  useDocumentTitle(event ? `${texts.upload.title} · ${event.name}` : texts.upload.title)
  const [isGivingWord, setIsGivingWord] = useState(false)
  const { photos, isLoaded } = useUploads(event_hash)
  const refusal = isRefused(error) ? error : undefined
  const unsent = photos.filter(isUnsent)
  const isGone = isGoneError(error) || (!event && unsent.some(isOfGoneOrma))
  const isNothingHere = isLoaded && (isGone ? unsent : photos).length === 0
  if (refusal && (isNothingHere || (isAtDoor(refusal) && isGivingWord)))
    return <OrmaFailure error={refusal} />
  const login = () => void navigate({ to: '/$event_hash/login', params: { event_hash } })
  return (
    <UploadScreen
      key={event_hash}
      event_hash={event_hash}
      event={event}
      refusal={refusal}
      isGone={isGone}
      onLogin={login}
      onGiveWord={() => setIsGivingWord(true)}
    />
  )
}
