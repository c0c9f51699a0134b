import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { isDue, waitFor } from '../queue/waits.ts'

/**
 * How long a photo is held for the page that makes it smaller: longer than a slow phone needs. A living page renews it with each
 * photo; after the page was closed the photo is sent as it is.
 */
const HOLD_MS = 20_000

/** Only JPEGs: others would lose transparency or movement, or cannot be decoded here. */
export function canShrink({ type }: Pick<OutboxPhoto, 'type'>): boolean {
  return type === 'image/jpeg'
}

/** Fields of a photo's record that hold it from `now` (epoch milliseconds) on. */
export function holdForShrinking(now: number) {
  return { isToShrink: true, ...waitFor(HOLD_MS, now) }
}

/** Whether a photo is held to be made smaller, so that nobody may send it yet. */
export function isHeld(photo: OutboxPhoto, now: number): boolean {
  return photo.isToShrink && photo.state === 'waiting' && !isDue(photo, now)
}
