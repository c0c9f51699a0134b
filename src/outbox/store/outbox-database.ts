import { evictingPictures } from '../../cache/evict-pictures.ts'
import { deviceDatabase } from '../../device/device-database.ts'
import type { DeviceDatabase, UpgradeStep } from '../../device/device-database.ts'
import { UNTRIED } from './outbox-item.ts'
import type { OutboxItem } from './outbox-item.ts'

export const ITEMS = 'items'
export const BYTES = 'bytes'
export const NOTES = 'notes'
export const PREVIEWS = 'previews'

/** One step for each version, oldest first; a released step is never changed. */
const STEPS: readonly UpgradeStep[] = [
  (db) => {
    for (const name of ['photos', 'changes']) createRecords(db, name)
    // ArrayBuffers: WebKit does not store Blobs in private sessions.
    for (const name of [BYTES, NOTES, PREVIEWS]) db.createObjectStore(name)
  },
  (db, transaction) => {
    const items = createRecords(db, ITEMS)
    const move = (name: string, fields: object) => {
      const reading = transaction.objectStore(name).getAll() as IDBRequest<OutboxItem[]>
      reading.addEventListener('success', () => {
        for (const { seq: _seq, ...record } of reading.result) items.add({ ...fields, ...record })
        // A tab of the release before finds no store, and keeps what is chosen there in its memory.
        db.deleteObjectStore(name)
      })
    }
    move('photos', { kind: 'photo' })
    move('changes', { ...UNTRIED, ownerMark: null, isInMemory: false })
  },
]

function createRecords(db: IDBDatabase, name: string): IDBObjectStore {
  const records = db.createObjectStore(name, { keyPath: 'seq', autoIncrement: true })
  records.createIndex('key', 'key', { unique: true })
  return records
}

/** The database of the outbox on this device, to which cached pictures give way. `factory`: the browser's by default. */
export function openOutboxDatabase(factory?: () => IDBFactory): DeviceDatabase {
  const database = deviceDatabase('orma-outbox', STEPS, factory)
  return {
    transact: (stores, mode, work) => {
      const write = () => database.transact(stores, mode, work)
      // Previews and notes are no reason to lose pictures.
      const isLosable = stores.includes(ITEMS) && String(stores) !== String([ITEMS, PREVIEWS])
      return isLosable ? evictingPictures(write) : write()
    },
  }
}
