import { useParams, useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { ApiError } from '../api/api-error.ts'
import { isSilence } from '../api/contact.ts'
import { queryKeys } from '../device/query-keys.ts'
import { isPaused } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { OfflineInstead } from './offline-instead.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { ErrorScreen } from './waiting-screens.tsx'
import './event-waiting-screens.css'

/** The Orma's page as long as the Orma itself is unknown: its banner's place stands already. */
export function EventPendingScreen() {
  return (
    <>
      <AppHeader over="banner" />
      <main id="main" className="ev-waiting">
        <div className="bn" />
        <Spinner label={texts.common.loading} size={32} />
      </main>
    </>
  )
}

/** The post view before its script is there: dark already. */
export function PostPendingScreen() {
  return (
    <div className="night">
      <AppHeader over="night" />
      <main id="main" className="po-page po-waiting">
        <Spinner label={texts.common.loading} size={32} />
      </main>
    </div>
  )
}

/** An address that no Orma can have. */
export function NoEventScreen() {
  return (
    <>
      <AppHeader />
      <NotFoundScreen />
    </>
  )
}

export function EventErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { event_hash = '' } = useParams({ strict: false })
  // Not the Orma could not be had, but the page.
  if (!(error instanceof ApiError))
    return (
      <>
        <AppHeader />
        <ErrorScreen error={error} reset={reset} />
      </>
    )
  const paused = isPaused(error) && error.message
  const retry = () => {
    // Of an Orma that is open again nothing old stands in the way.
    const { queryClient } = router.options.context
    queryClient.removeQueries({ queryKey: queryKeys.event(event_hash), exact: true })
    reset()
    void router.invalidate()
  }
  return (
    <>
      <AppHeader />
      <main id="main">
        <Message
          error={!paused}
          title
          drawing={paused ? 'moon' : isSilence(error) ? 'signal' : 'torn'}
          action={<Button onClick={retry}>{texts.common.retry}</Button>}
        >
          {paused || texts.event.loadFailed}
        </Message>
        <OfflineInstead error={error} />
      </main>
    </>
  )
}
