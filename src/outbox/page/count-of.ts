import { texts } from '../../../contract/texts.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'

/** How many of these are photos and how many videos. */
export function countOf(photos: readonly Pick<OutboxPhoto, 'video'>[]) {
  return texts.countOf(photos, ({ video }) => video !== undefined)
}
