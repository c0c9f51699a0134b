import { useRef } from 'react'
import { texts } from '../../../contract/texts.ts'
import { hurryUploads } from '../../outbox/page/drivers.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { Button } from '../../ui/button.tsx'
import { focusContentIfLost } from '../../ui/focus-content.ts'
import { useFocusLost } from '../../ui/use-focus-lost.ts'

/** A button that has photos sent now that wait for signal; nothing where none does. */
export function TryNow({ uploads }: { uploads: Pick<Uploads, 'isWaitingForNetwork'> }) {
  return uploads.isWaitingForNetwork ? <TryNowButton /> : null
}

function TryNowButton() {
  const button = useRef<HTMLButtonElement>(null)
  // It goes when it has helped.
  useFocusLost(button, focusContentIfLost)
  return (
    <Button ref={button} onClick={() => void hurryUploads()}>
      {texts.upload.retry}
    </Button>
  )
}
