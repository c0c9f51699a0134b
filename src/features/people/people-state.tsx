import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { isSilence } from '../../api/contact.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Coming } from '../../ui/notices/coming.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import styles from './people.module.css'

interface PeopleStateProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** Said where there is nothing. */
  empty: string
  /** Said where it could not be had. */
  failed: string
  /** Shown below what could not be had, or is not there yet. */
  renderInstead: (error?: Error) => ReactNode
}

/** What stands in the place of a list: it is coming, it is empty, or it could not be had. */
export function PeopleState({ query, empty, failed, renderInstead }: PeopleStateProps) {
  const { data, error, refetch } = query
  const noContact = useNoContact()
  if (data) return <Message drawing="frames">{empty}</Message>
  if (error) {
    const retry = <Button onClick={() => void refetch()}>{texts.common.retry}</Button>
    return (
      <>
        <Message
          error
          drawing={isSilence(error) ? 'signal' : 'torn'}
          detail={noContact && texts.offline[noContact]}
          action={retry}
        >
          {failed}
        </Message>
        {renderInstead(error)}
      </>
    )
  }
  return (
    <Coming words={noContact && texts.offline[noContact]}>
      <div className={styles.loading}>
        <Spinner label={texts.common.loading} size={32} />
      </div>
    </Coming>
  )
}
