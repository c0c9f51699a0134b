import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
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

export function EventErrorScreen({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <AppHeader />
      <main id="main">
        <Message
          error
          title
          drawing={navigator.onLine ? 'torn' : 'signal'}
          action={<Button onClick={retry}>{texts.common.retry}</Button>}
        >
          {texts.event.loadFailed}
        </Message>
      </main>
    </>
  )
}
