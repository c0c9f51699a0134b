import { onlyIfFull } from '../../device/device-database.ts'
import type { ChangeOutbox, WaitingChange } from '../store/change-outbox.ts'

/** The changes for whoever sends them, who goes on where the device has no room to write down how that goes. */
export interface HoldingChanges extends ChangeOutbox {
  /** Writes what is held, as far as there is room by now. Gives whether there was any. */
  writeHeld(): Promise<boolean>
}

interface Held {
  /** The record on the device, as JSON: once another has changed it, what is held is out of date. */
  over: string
  change: WaitingChange
}

/** As `holdUnwritten`, for changes. */
export function holdChanges(changes: ChangeOutbox): HoldingChanges {
  const held = new Map<string, Held>()

  function known(stored: WaitingChange): WaitingChange {
    const found = held.get(stored.key)
    return found?.over === JSON.stringify(stored) ? found.change : stored
  }

  const self: HoldingChanges = {
    ...changes,
    list: async () => (await changes.list()).map(known),

    async edit(key, edit) {
      const edited = (stored: WaitingChange) => ({ ...known(stored), ...edit(known(stored)) })
      try {
        await changes.edit(key, edited)
        held.delete(key)
      } catch (error) {
        onlyIfFull(error)
        const stored = (await changes.list()).find((change) => change.key === key)
        if (stored) held.set(key, { over: JSON.stringify(stored), change: edited(stored) })
      }
    },

    async writeHeld() {
      const before = held.size
      for (const key of held.keys()) await self.edit(key, () => ({}))
      return held.size < before
    },
  }
  return self
}
