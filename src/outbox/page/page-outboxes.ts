import { StorageFullError } from '../../device/device-database.ts'
import { submitDrafts } from '../queue/photo-actions.ts'
import { listPhotos } from '../store/outbox-item.ts'
import { isUnsent } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import type { ItemChange, OutboxItem } from '../store/outbox-item.ts'
import { isInstalled } from '../../worker/install-offer.ts'
import type { ReadPhoto } from '../store/queue-photo.ts'

/** Above every `seq` of the device, so that these come last. */
const FIRST_SEQ = 1e12

/** What the device has no room for: it is sent from this page, or lost with it. */
export const memoryOutbox = createMemoryOutbox()

export const allOutboxes: readonly Outbox[] = [outbox, memoryOutbox]

export function outboxOf({ isInMemory }: Pick<OutboxPhoto, 'isInMemory'>): Outbox {
  return isInMemory ? memoryOutbox : outbox
}

/** UPLOAD NOW: queues the drafts of an Orma. Gives whether there was room to write it down: otherwise stored ones stay drafts. */
export async function submitAll(
  event_hash: string,
  userId: number,
  isSmaller = false,
): Promise<boolean> {
  await submitDrafts(memoryOutbox, event_hash, userId, { isSmaller })
  try {
    await submitDrafts(outbox, event_hash, userId, { isSmaller })
    return true
  } catch (error) {
    console.error(error)
    return !(error instanceof StorageFullError)
  }
}

/**
 * The photos that the server is not known to have, of the device and of this page, without discarded ones. For one that is in
 * both, the stored one counts, as it stays. Storage that is forbidden or in trouble counts as empty, and so does what `read` gives
 * up.
 */
export async function listUnsent(
  read: (place: Outbox) => Promise<OutboxPhoto[] | undefined> = listPhotos,
): Promise<OutboxPhoto[]> {
  const unsent = new Map<string, OutboxPhoto>()
  for (const place of allOutboxes) {
    for (const photo of (await read(place).catch(() => undefined)) ?? []) {
      if (!unsent.has(photo.key)) unsent.set(photo.key, photo)
    }
  }
  return [...unsent.values()].filter((photo) => isUnsent(photo) && !photo.isUnwanted)
}

/** An outbox in the page's memory: for what the device has no room for. */
export function createMemoryOutbox(): Outbox {
  let items: OutboxItem[] = []
  let lastSeq = FIRST_SEQ
  const bytesByKey = new Map<string, ArrayBuffer>()
  const notes = new Map<string, unknown>()

  function changeWhere(which: (item: OutboxItem) => boolean, change: ItemChange): OutboxItem[] {
    const changed: OutboxItem[] = []
    items = items.map((item) => {
      const changes = which(item) ? change(item) : undefined
      if (!changes) return item
      const now = { ...item, ...changes } as OutboxItem
      changed.push(now)
      return now
    })
    return changed
  }

  return {
    add: async (item, bytes) => {
      if (items.some(({ key }) => key === item.key)) return
      lastSeq += 1
      items = [...items, { ...item, seq: lastSeq, isInMemory: true }]
      if (bytes) bytesByKey.set(item.key, bytes)
    },
    list: async () => items,
    // A copy, as a database gives: a web worker takes the bytes over.
    readBytes: async (key) => bytesByKey.get(key)?.slice(0),
    // No video is kept here.
    readPiece: async () => undefined,
    change: async (key, change, bytes) => {
      const [changed] = changeWhere((item) => item.key === key, change)
      if (changed && bytes) bytesByKey.set(key, bytes)
      if (changed && bytes === null) bytesByKey.delete(key)
      return changed
    },
    changeAll: async (change) => changeWhere(() => true, change),
    remove: async (which) => {
      const leaving = items.filter(which)
      for (const { key } of leaving) bytesByKey.delete(key)
      items = items.filter((item) => !which(item))
      return leaving.length
    },
    // They are made again each time.
    setPreview: async () => undefined,
    readPreview: async () => undefined,
    readPoster: async () => undefined,
    readNote: async (name) => notes.get(name),
    writeNote: async (name, value) => void notes.set(name, value),
    changeNote: async (name, change) => {
      const value = change(notes.get(name) ?? undefined)
      if (value !== undefined) notes.set(name, value)
      return value !== undefined
    },
  }
}

/**
 * Stores a photo that was read as a draft on this device, or where that fails in this page's memory, from where it can still be sent.
 * Gives where. As `Outbox.add`, handed to the browser in the task of the call.
 */
export async function keepPhoto({ photo, bytes }: ReadPhoto): Promise<'device' | 'memory'> {
  try {
    await outbox.add(photo, bytes)
    return 'device'
  } catch (error) {
    console.error(error)
    // A browser may report a failure and have stored the photo all the same.
    if (await isStored(photo.key)) return 'device'
    await memoryOutbox.add(photo, bytes)
    return 'memory'
  }
}

/** Whether the device has the record of a chosen photo or video. False where its storage is in trouble. */
export async function isStored(key: string): Promise<boolean> {
  const stored = await outbox.list().catch(() => [])
  return stored.some((photo) => photo.key === key)
}

/**
 * Asks the browser not to evict what is stored here when it needs room: once on this device, and once more as the installed app.
 * Chromium asks nobody; it refuses whom it does not know yet, and grants it to what is on the home screen.
 */
export async function persistStorage(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined
  const note = isInstalled() ? 'persistence-asked-installed' : 'persistence-asked'
  if (!storage?.persist || (await outbox.readNote(note))) return
  await outbox.writeNote(note, true)
  await storage.persist()
}
