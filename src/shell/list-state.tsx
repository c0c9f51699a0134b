import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { isSilence } from '../api/contact.ts'
import { useNoContact } from '../live/use-no-contact.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Coming } from '../ui/notices/coming.tsx'
import { Message } from '../ui/notices/message.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { OfflineInstead } from './offline-instead.tsx'
import styles from './root-layout.module.css'

interface ListStateProps {
  query: Pick<UseQueryResult, 'data' | 'error'> & { refetch: () => unknown }
  /** Said where there is nothing. */
  empty: string
  /** What can be done about that. */
  action?: ReactNode
  /** Said where it could not be had. */
  failed: string
  /** What is said then is the page's heading. */
  title?: boolean
}

/** What stands in the place of a list: it is coming, it is empty, or it could not be had. */
export function ListState({ query, empty, action, failed, title }: ListStateProps) {
  const { data, error, refetch } = query
  const noContact = useNoContact()
  if (data)
    return (
      <Message drawing="frames" action={action}>
        {empty}
      </Message>
    )
  if (error)
    return <LoadFailed error={error} text={failed} onRetry={() => void refetch()} title={title} />
  return (
    <Coming words={noContact && texts.offline[noContact]}>
      <div className={styles.screenWait}>
        <Spinner label={texts.common.loading} size={32} />
      </div>
    </Coming>
  )
}

interface LoadFailedProps {
  error: Error
  text: string
  onRetry: () => void
  /** The text is the page's heading. */
  title?: boolean
}

/** Says that something could not be had, and what can be opened instead. */
export function LoadFailed({ error, text, onRetry, title }: LoadFailedProps) {
  return (
    <>
      <Message
        error
        title={title}
        drawing={isSilence(error) ? 'signal' : 'torn'}
        action={<Button onClick={onRetry}>{texts.common.retry}</Button>}
      >
        {text}
      </Message>
      <OfflineInstead error={error} />
    </>
  )
}
