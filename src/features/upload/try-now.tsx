import { useLayoutEffect, useRef } from 'react'
import { texts } from '../../../contract/texts.ts'
import { hurryUploads } from '../../outbox/page/drivers.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { Button } from '../../ui/button.tsx'

/** A button that has photos sent now that wait for signal; nothing where none does. */
export function TryNow({ uploads }: { uploads: Pick<Uploads, 'isWaitingForNetwork'> }) {
  return uploads.isWaitingForNetwork ? <TryNowButton /> : null
}

function TryNowButton() {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    // It goes when it has helped: the focus would be lost with it.
    return () => {
      if (current !== document.activeElement) return
      current?.closest('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button ref={button} onClick={() => void hurryUploads()}>
      {texts.upload.retry}
    </Button>
  )
}
