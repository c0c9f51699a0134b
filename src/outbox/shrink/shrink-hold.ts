import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { isDue, waitFor } from '../queue/waits.ts'

/**
 * How long a photo waits for the page that makes it smaller: longer than that takes a slow phone. A page that lives
 * renews it with each photo; where it has been closed the photo then goes as it is.
 */
const HOLD_MS = 20_000

/** Of other kinds a JPEG would lose something: transparency, movement, or the picture where the browser cannot read it. */
export function canShrink({ type }: Pick<OutboxPhoto, 'type'>): boolean {
  return type === 'image/jpeg'
}

export function holdForShrinking(now: number) {
  return { isToShrink: true, ...waitFor(HOLD_MS, now) }
}

/** Whether a photo waits to be made smaller, and nobody may send it yet. */
export function isHeld(photo: OutboxPhoto, now: number): boolean {
  return photo.isToShrink && photo.state === 'waiting' && !isDue(photo, now)
}
