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

interface ListStateProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** Said where there is nothing. */
  empty: string
  /** What can be done about that. */
  action?: ReactNode
  /** Said where it could not be had. */
  failed: string
}

/** What stands in the place of a list: it is coming, it is empty, or it could not be had. */
export function ListState({ query, empty, action, failed }: ListStateProps) {
  const { data, error, refetch } = query
  const noContact = useNoContact()
  const reason = noContact && texts.offline[noContact]
  if (data) {
    return (
      <Message drawing="frames" action={action}>
        {empty}
      </Message>
    )
  }
  if (error) {
    return (
      <>
        <Message
          error
          drawing={isSilence(error) ? 'signal' : 'torn'}
          detail={reason}
          action={<Button onClick={() => void refetch()}>{texts.common.retry}</Button>}
        >
          {failed}
        </Message>
        <OfflineInstead error={error} />
      </>
    )
  }
  return (
    <Coming words={reason}>
      <Spinner label={texts.common.loading} size={32} />
    </Coming>
  )
}
