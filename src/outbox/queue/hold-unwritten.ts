import { onlyIfFull } from '../../device/device-database.ts'
import type { ItemChange, OutboxItem } from '../store/outbox-item.ts'
import type { Outbox } from '../store/outbox.ts'

/** An outbox for whoever sends from it, who goes on where the device has no room to write down how that goes. */
export interface HoldingOutbox extends Outbox {
  /** The items whose state is in memory only. */
  unwritten(): Promise<OutboxItem[]>
  /** Writes what is held, as far as there is room by now. */
  writeHeld(): Promise<void>
}

interface Held {
  /** The record on the device, as JSON: once another has changed it, what is held is out of date. */
  over: string
  item: OutboxItem
}

/**
 * Holds in memory what a full device does not write of items and notes. It is lost with its holder: then an item is sent once more,
 * which its key makes harmless.
 */
export function holdUnwritten(outbox: Outbox): HoldingOutbox {
  const held = new Map<string, Held>()
  const notes = new Map<string, unknown>()

  function known(stored: OutboxItem): OutboxItem {
    const found = held.get(stored.key)
    return found?.over === JSON.stringify(stored) ? found.item : stored
  }

  const onKnown =
    (change: ItemChange): ItemChange =>
    (stored) => {
      const item = known(stored)
      const changes = change(item)
      return changes && ({ ...item, ...changes } as OutboxItem)
    }

  async function hold(
    which: (item: OutboxItem) => boolean,
    change: ItemChange,
  ): Promise<OutboxItem[]> {
    const changed: OutboxItem[] = []
    for (const stored of (await outbox.list()).filter(which)) {
      const changes = change(known(stored))
      if (!changes) continue
      const item = { ...known(stored), ...changes } as OutboxItem
      held.set(stored.key, { over: JSON.stringify(stored), item })
      changed.push(item)
    }
    return changed
  }

  const self: HoldingOutbox = {
    ...outbox,
    list: async () => (await outbox.list()).map(known),

    async change(key, change, bytes) {
      try {
        const changed = await outbox.change(key, onKnown(change), bytes)
        if (changed) held.delete(key)
        return changed
      } catch (error) {
        onlyIfFull(error)
        const [changed] = await hold((item) => item.key === key, change)
        if (!changed || bytes !== null) return changed
        // The server has it: without the photo there is room again.
        await outbox.remove((item) => item.key === key)
        held.delete(key)
        return changed
      }
    },

    async changeAll(change) {
      try {
        const changed = await outbox.changeAll(onKnown(change))
        for (const { key } of changed) held.delete(key)
        return changed
      } catch (error) {
        onlyIfFull(error)
        return hold(() => true, change)
      }
    },

    readNote: async (name) => notes.get(name) ?? outbox.readNote(name),

    async writeNote(name, value) {
      try {
        await outbox.writeNote(name, value)
        notes.delete(name)
      } catch (error) {
        onlyIfFull(error)
        notes.set(name, value)
      }
    },

    unwritten: async () =>
      held.size === 0 ? [] : (await self.list()).filter(({ key }) => held.has(key)),

    async writeHeld() {
      for (const key of held.keys()) await self.change(key, () => ({}))
      for (const [name, value] of notes) await self.writeNote(name, value)
    },
  }
  return self
}
