import { texts } from '../../../contract/texts.ts'
import type { OutboxChange } from '../../outbox/store/outbox-item.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'

/** What a user did that is on this device alone. */
export interface Unsent {
  photos: readonly Pick<OutboxPhoto, 'state' | 'isInMemory'>[]
  changes: readonly Pick<OutboxChange, 'kind'>[]
}

/** What the question of signing out says of it: how much there is, and what becomes of it when its user is back. */
export function unsentText({ photos, changes }: Unsent): { title: string; details: string[] } {
  const comments = changes.filter(
    ({ kind }) => kind === 'comment' || kind === 'edit-comment',
  ).length
  const saved = photos.filter(({ isInMemory }) => !isInMemory)
  const unsaved = photos.length - saved.length
  // Drafts and refused photos are not sent by themselves.
  const queued = saved.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const isSent = queued + changes.length > 0
  const isKept = queued < saved.length
  return {
    title: texts.profile.onlyHere({
      photos: photos.length,
      comments,
      others: changes.length - comments,
    }),
    details: [
      ...(unsaved > 0 ? [texts.profile.onlyInPage(unsaved)] : []),
      ...(isSent || isKept ? [texts.profile.onlyHereDetail({ isSent, isKept })] : []),
    ],
  }
}
