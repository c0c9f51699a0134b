import type { ErrorComponentProps } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { useNoContact } from '../live/use-no-contact.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Message } from '../ui/notices/message.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { OfflineInstead } from './offline-instead.tsx'
import styles from './root-layout.module.css'

/** Shown while a page is being loaded. */
export function PendingScreen() {
  return (
    <main className={styles.screenWait}>
      <Waiting />
    </main>
  )
}

/** Says after a while that there is no answer yet, and which Ormas can be opened instead. */
export function Waiting() {
  const noContact = useNoContact()
  return (
    <>
      <Spinner label={texts.common.loading} size={32} />
      <p className="quiet" role="status">
        {noContact && texts.offline[noContact]}
      </p>
      <OfflineInstead />
    </>
  )
}

/** Shown for an error that a page has no text for: most often its script could not be loaded. */
export function ErrorScreen({ error }: Pick<ErrorComponentProps, 'error'>) {
  // Browsers do not fetch a script again that failed once.
  const retry = () => location.reload()
  const isOffline = useNoContact() !== undefined
  return (
    <main>
      <Message
        error
        title
        drawing={isOffline ? 'signal' : 'torn'}
        action={<Button onClick={retry}>{texts.common.retry}</Button>}
      >
        {isOffline ? texts.offline.notHere : texts.session.failed}
      </Message>
      <OfflineInstead error={error} />
    </main>
  )
}
