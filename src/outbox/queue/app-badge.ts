import { isUnsent } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'

interface WithBadge {
  setAppBadge?: (count: number) => Promise<void>
}

/** Shows on the installed app's icon how many of this user's photos wait to be uploaded. */
export function showBadge(photos: readonly OutboxPhoto[], userId: number | undefined): void {
  const waiting = photos.filter(
    (photo) =>
      photo.ownerUserId === userId &&
      photo.state !== 'draft' &&
      isUnsent(photo) &&
      !photo.isUnwanted,
  )
  // Only some browsers have badges; the app says the same inside.
  void (navigator as WithBadge).setAppBadge?.(waiting.length).catch(() => undefined)
}
