import { onlyIfFull } from '../../device/device-database.ts'
import type { Outbox, PhotoChange } from '../store/outbox.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'

/** An outbox for whoever sends from it, who goes on where the device has no room to write down how that goes. */
export interface HoldingOutbox extends Outbox {
  /** The photos whose state is in memory only. */
  unwritten(): Promise<OutboxPhoto[]>
  /** Writes what is held, as far as there is room by now. */
  writeHeld(): Promise<void>
}

interface Held {
  /** The record on the device, as JSON: once another has changed it, what is held is out of date. */
  over: string
  photo: OutboxPhoto
}

/**
 * Holds in memory what a full device does not write of photos and notes. It is lost with its holder: then a photo is sent once
 * more, which its key makes harmless.
 */
export function holdUnwritten(outbox: Outbox): HoldingOutbox {
  const held = new Map<string, Held>()
  const notes = new Map<string, unknown>()

  function known(stored: OutboxPhoto): OutboxPhoto {
    const found = held.get(stored.key)
    return found?.over === JSON.stringify(stored) ? found.photo : stored
  }

  const onKnown =
    (change: PhotoChange): PhotoChange =>
    (stored) => {
      const photo = known(stored)
      const changes = change(photo)
      return changes && { ...photo, ...changes }
    }

  async function hold(
    which: (photo: OutboxPhoto) => boolean,
    change: PhotoChange,
  ): Promise<OutboxPhoto[]> {
    const changed: OutboxPhoto[] = []
    for (const stored of (await outbox.list()).filter(which)) {
      const changes = change(known(stored))
      if (!changes) continue
      const photo = { ...known(stored), ...changes }
      held.set(stored.key, { over: JSON.stringify(stored), photo })
      changed.push(photo)
    }
    return changed
  }

  const self: HoldingOutbox = {
    ...outbox,
    list: async () => (await outbox.list()).map(known),

    async change(key, change) {
      try {
        const changed = await outbox.change(key, onKnown(change))
        if (changed) held.delete(key)
        return changed
      } catch (error) {
        onlyIfFull(error)
        return (await hold((photo) => photo.key === key, change))[0]
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

    async changeAndFreeBytes(key, change) {
      try {
        const changed = await outbox.changeAndFreeBytes(key, onKnown(change))
        if (changed) held.delete(key)
        return changed
      } catch (error) {
        onlyIfFull(error)
        const [changed] = await hold((photo) => photo.key === key, change)
        // The server has it: without the photo there is room again.
        if (changed) await outbox.remove((photo) => photo.key === key)
        held.delete(key)
        return changed
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
