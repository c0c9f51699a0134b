import { randomKey } from '../../device/random-key.ts'
import { isInstalled } from '../../worker/install-offer.ts'
import { outbox } from '../store/outbox.ts'
import { queuePhoto } from '../store/queue-photo.ts'
import type { QueueOptions } from '../store/queue-photo.ts'
import { memoryOutbox } from './page-outboxes.ts'

/**
 * Stores a chosen photo as a draft on this device, or where that fails in this page's memory, from where it can still be sent.
 * Gives where. Rejects where the photo cannot be read.
 */
export async function storePhoto(
  file: File,
  options: Pick<QueueOptions, 'eventHash' | 'userId'>,
): Promise<'device' | 'memory'> {
  // One for all tries: a browser may report a failure and have stored the photo all the same.
  const key = randomKey()
  try {
    await queuePhoto(file, { ...options, key, outbox })
    return 'device'
  } catch (error) {
    console.error(error)
    const stored = await outbox.list().catch(() => [])
    if (stored.some((photo) => photo.key === key)) return 'device'
    await queuePhoto(file, { ...options, key, outbox: memoryOutbox })
    return 'memory'
  }
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
