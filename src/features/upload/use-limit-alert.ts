import { useEffect, useRef } from 'react'
import { texts } from '../../../contract/texts.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { showAlert } from '../../ui/alerts.tsx'

/** Says once that the limit is reached when the server refuses a photo for it while the screen is open. */
export function useLimitAlert({ isLoaded, photos }: Uploads): void {
  const refused = photos.filter(({ reasonCode }) => reasonCode === 'limit_reached').length
  const known = useRef<number>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    if (known.current !== undefined && refused > known.current) {
      showAlert(texts.upload.limitReached)
    }
    known.current = refused
  }, [isLoaded, refused])
}
