import { texts } from '../../../contract/texts.ts'
import type { WaitingChange } from '../../outbox/store/change-outbox.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'

/** What a user did that is on this device alone. */
export interface Unsent {
  photos: readonly Pick<OutboxPhoto, 'state'>[]
  changes: readonly Pick<WaitingChange, 'kind'>[]
}

/** What the question of signing out says of it: how much there is, and what becomes of it when its user is back. */
export function unsentWords({ photos, changes }: Unsent): { title: string; detail: string } {
  const comments = changes.filter(
    ({ kind }) => kind === 'comment' || kind === 'edit-comment',
  ).length
  // Drafts and refused photos are not sent by themselves.
  const queued = photos.filter(({ state }) => state === 'waiting' || state === 'sending').length
  return {
    title: texts.profile.onlyHere({
      photos: photos.length,
      comments,
      others: changes.length - comments,
    }),
    detail: texts.profile.onlyHereDetail({
      isSent: queued + changes.length > 0,
      isKept: queued < photos.length,
    }),
  }
}
