import { promisifyRequest } from 'idb-keyval'
import { BYTES, ITEMS, NOTES, PREVIEWS, openOutboxDatabase } from './outbox-database.ts'
import { REVOCATIONS } from './revocations.ts'

/** Removes all photos, changes and notes from this device, but for the tokens that the server is yet to be told of. */
export async function forgetOutbox(): Promise<void> {
  const all = [ITEMS, BYTES, PREVIEWS]
  await openOutboxDatabase().transact([...all, NOTES], 'readwrite', async (transaction) => {
    for (const name of all) await promisifyRequest(transaction.objectStore(name).clear())
    const notes = transaction.objectStore(NOTES)
    for (const name of await promisifyRequest(notes.getAllKeys())) {
      if (name !== REVOCATIONS) await promisifyRequest(notes.delete(name))
    }
  })
}
