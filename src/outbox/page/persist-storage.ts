import { outbox } from '../store/outbox.ts'

const NOTE = 'persistence-asked'

/** Asks the browser, once on this device, not to evict what is stored here when it needs room. */
export async function persistStorage(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined
  if (!storage?.persist || (await outbox.readNote(NOTE))) return
  await outbox.writeNote(NOTE, true)
  await storage.persist()
}
