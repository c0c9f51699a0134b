import { texts } from '../../contract/texts.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'

/** In the place of a tab whose script cannot be had: without a network, where it was never opened before. */
export function TabAway() {
  return (
    <Message
      error
      drawing={navigator.onLine ? 'torn' : 'signal'}
      action={<Button onClick={() => location.reload()}>{texts.common.retry}</Button>}
    >
      {navigator.onLine ? texts.session.failed : texts.offline.notHere}
    </Message>
  )
}
