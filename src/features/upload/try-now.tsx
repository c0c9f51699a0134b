import { useRef } from 'react'
import { texts } from '../../../contract/texts.ts'
import { retryUploadsNow } from '../../outbox/page/upload-driver.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'

/** A button that has photos sent now that wait for signal; nothing where none does. */
export function TryNow({ uploads }: { uploads: Pick<Uploads, 'isWaitingForNetwork'> }) {
  return uploads.isWaitingForNetwork ? <TryNowButton /> : null
}

function TryNowButton() {
  const button = useRef<HTMLButtonElement>(null)
  // It goes when it has helped.
  useFocusLost(button, focusContentIfLost)
  return (
    <Button ref={button} onClick={() => void retryUploadsNow()}>
      {texts.upload.retry}
    </Button>
  )
}
