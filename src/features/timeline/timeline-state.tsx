import type { UseQueryResult } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type State = Pick<UseQueryResult, 'isError' | 'refetch' | 'data'>

/** What stands in the place of photos: they are coming, there are none, or they could not be had. */
export function TimelineState({ query: { data, isError, refetch } }: { query: State }) {
  if (data) return <Message drawing="frames">{texts.feed.empty}</Message>
  if (isError) {
    const retry = <Button onClick={() => void refetch()}>{texts.common.retry}</Button>
    return (
      <Message error drawing={navigator.onLine ? 'torn' : 'signal'} action={retry}>
        {texts.feed.failed}
      </Message>
    )
  }
  return (
    <div className="tl-loading">
      <Spinner label={texts.common.loading} size={32} />
    </div>
  )
}
