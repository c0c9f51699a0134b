import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** A page that is still being fetched or checked. */
export function PendingScreen() {
  return (
    <main className="screen-wait">
      <Spinner label={texts.common.loading} size={32} />
    </main>
  )
}

/** A page that could not be shown, for reasons it has no words of its own for. */
export function ErrorScreen({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const isOffline = !navigator.onLine
  return (
    <main>
      <Message
        error
        drawing={isOffline ? 'signal' : 'torn'}
        action={<Button onClick={retry}>{texts.common.retry}</Button>}
      >
        {isOffline ? texts.offline.offline : texts.session.failed}
      </Message>
    </main>
  )
}
