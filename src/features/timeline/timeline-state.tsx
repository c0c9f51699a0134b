import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { isSilence } from '../../api/contact.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Coming } from '../../ui/notices/coming.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import styles from './timeline.module.css'

interface TimelineStateProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** Shown where the photos could not be loaded. */
  renderInstead: (error: Error) => ReactNode
}

/** Shown in place of photos: they are loading, there are none, or they could not be loaded. */
export function TimelineState({
  query: { data, error, refetch },
  renderInstead,
}: TimelineStateProps) {
  const noContact = useNoContact()
  if (data) return <Message drawing="frames">{texts.feed.empty}</Message>
  if (error) {
    const retry = <Button onClick={() => void refetch()}>{texts.common.retry}</Button>
    return (
      <>
        <Message error drawing={isSilence(error) ? 'signal' : 'torn'} action={retry}>
          {texts.feed.failed}
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
