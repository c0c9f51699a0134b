import { StorageFullError } from '../../device/device-database.ts'
import { submitDrafts } from '../queue/photo-actions.ts'
import { createMemoryOutbox } from '../store/memory-outbox.ts'
import { listPhotos } from '../store/outbox-item.ts'
import { isUnsent } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'

/** What the device has no room for: it is sent from this page, or lost with it. */
export const memoryOutbox = createMemoryOutbox()

/** The device's outbox and the one of this page. */
export const allOutboxes: readonly Outbox[] = [outbox, memoryOutbox]

/** The outbox that a photo is in. */
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
