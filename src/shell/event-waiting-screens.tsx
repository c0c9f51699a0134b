import { Suspense, useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { ApiError } from '../api/api-error.ts'
import { isSilence } from '../api/contact.ts'
import { isAtDoor, isClosed, isGone } from '../api/refused-orma.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { focusContentIfLost } from '../ui/focus/focus-content.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { Message } from '../ui/notices/message.tsx'
import { OfflineInstead } from './offline-instead.tsx'
import { HomeLink, NothingHere } from './not-found-screen.tsx'
import { ErrorScreen, Waiting } from './waiting-screens.tsx'
import styles from './root-layout.module.css'
import bannerStyles from '../ui/layout/banner.module.css'
import postCardStyles from '../features/post/post-card.module.css'

const DoorScreen = latePiece(
  async () => (await import('../features/door/door-screen.tsx')).DoorScreen,
)

/** How soon an Orma that did not answer, or is paused, is asked for again. */
export const ASK_AGAIN_MS = 15_000

/** Shown in place of an Orma's page until the Orma is loaded: its banner's place is reserved. */
export function EventPendingScreen() {
  return (
    <>
      <AppHeader over="banner" />
      <main id="main" className={styles.eventWait}>
        <div className={bannerStyles.root} />
        <Waiting />
      </main>
    </>
  )
}

/** Shown until the script of the post view is there; dark, as the view is. */
export function PostPendingScreen() {
  return (
    <div className="night">
      <AppHeader over="night" />
      <main id="main" className={`${postCardStyles.page} ${postCardStyles.waiting}`}>
        <Waiting />
      </main>
    </div>
  )
}

/** An address that cannot be an Orma's: perhaps it was cut short. */
export function NoEventScreen() {
  return (
    <>
      <AppHeader />
      <NothingHere hint={texts.event.cutOff} />
    </>
  )
}

export function EventErrorScreen({ error }: ErrorComponentProps) {
  return (
    <>
      <AppHeader />
      {error instanceof ApiError ? (
        <OrmaFailure error={error} />
      ) : (
        // The page could not be loaded, rather than the Orma.
        <ErrorScreen error={error} />
      )}
    </>
  )
}

/** Shown in place of an Orma's page: why it cannot be shown. */
export function OrmaFailure({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const { event_hash = '' } = useParams({ strict: false })
  const paused = isClosed(error) && error.message
  const gone = isGone(error) && texts.event.gone
  const isUnheard = isSilence(error)
  const isPassing = isUnheard || paused !== false
  const [since] = useState(Date.now)
  // An observer, so that the Orma comes by itself, also to a big screen that nobody attends.
  const { dataUpdatedAt, refetch } = useQuery({
    ...eventQuery(event_hash),
    enabled: isPassing,
    retryOnMount: false,
    refetchInterval: ASK_AGAIN_MS,
  })
  useEffect(() => {
    if (isPassing && dataUpdatedAt > since) void router.invalidate()
  }, [isPassing, dataUpdatedAt, since, router])
  const retry = async () => {
    await refetch()
    await router.invalidate()
    // Screens that wait came and went with it meanwhile.
    focusContentIfLost()
  }
  if (isAtDoor(error))
    return (
      <Suspense>
        <DoorScreen event_hash={event_hash} onOpen={retry} />
      </Suspense>
    )
  return (
    <main id="main">
      <Message
        error={!paused}
        title
        drawing={paused ? 'moon' : isUnheard ? 'signal' : 'torn'}
        detail={gone}
        action={
          gone ? <HomeLink /> : <Button onClick={() => void retry()}>{texts.common.retry}</Button>
        }
      >
        {paused || texts.event.loadFailed}
      </Message>
      <OfflineInstead error={error} />
    </main>
  )
}
