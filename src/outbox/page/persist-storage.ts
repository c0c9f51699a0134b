import { isInstalled } from '../../worker/install-offer.ts'
import { outbox } from '../store/outbox.ts'

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
