import type { ChangeOutbox } from '../device/change-outbox.ts'
import { NO_NETWORK } from '../device/outbox-photo.ts'

/** The network may be back: likes and comments that wait for it need not wait any longer. */
export async function hurryChanges(changes: ChangeOutbox, now = Date.now()): Promise<void> {
  for (const { key, state, reasonCode, nextAt } of await changes.list()) {
    if (state !== 'waiting' || reasonCode !== NO_NETWORK || nextAt <= now) continue
    await changes.edit(key, () => ({ nextAt: now }))
  }
}
