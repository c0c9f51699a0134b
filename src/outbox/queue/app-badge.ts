import { isUnsent } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'

interface WithBadge {
  setAppBadge?: (count: number) => Promise<void>
}

/** Counts on the installed app's icon the photos of this user that were to be uploaded and are on this device alone. */
export function showBadge(photos: readonly OutboxPhoto[], userId: number | undefined): void {
  const waiting = photos.filter(
    (photo) => photo.ownerUserId === userId && photo.state !== 'draft' && isUnsent(photo),
  )
  // Only some browsers have it; what it would say stands in the app.
  void (navigator as WithBadge).setAppBadge?.(waiting.length).catch(() => undefined)
}
