import type { ChangeOutbox } from '../store/change-outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { NO_NETWORK } from '../store/outbox-photo.ts'

// Hints to the queue from every page as soon as it is ready.

/** Gives drafts without a user to this user. */
export async function bindDrafts(outbox: Outbox, userId: number): Promise<void> {
  await outbox.changeAll((photo) =>
    photo.ownerUserId === null ? { ownerUserId: userId } : undefined,
  )
}

/** The network may be back: makes photos due that wait for it. Waits that the server asked for stay. */
export async function hurryPhotos(outbox: Outbox, now = Date.now()): Promise<void> {
  await outbox.changeAll(({ state, reasonCode, nextAt }) =>
    state === 'waiting' && reasonCode === NO_NETWORK && nextAt > now ? { nextAt: now } : undefined,
  )
}

/** The network may be back: makes changes due that wait for it. */
export async function hurryChanges(changes: ChangeOutbox, now = Date.now()): Promise<void> {
  for (const { key, state, reasonCode, nextAt } of await changes.list()) {
    if (state !== 'waiting' || reasonCode !== NO_NETWORK || nextAt <= now) continue
    await changes.edit(key, () => ({ nextAt: now }))
  }
}
