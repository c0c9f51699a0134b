import { deviceDatabase } from '../../device/device-database.ts'
import type { DeviceDatabase, UpgradeStep } from '../../device/device-database.ts'

export const PHOTOS = 'photos'
export const BYTES = 'bytes'
export const NOTES = 'notes'
export const PREVIEWS = 'previews'
export const CHANGES = 'changes'

/** One step for each version, oldest first; a released step is never changed. */
const STEPS: readonly UpgradeStep[] = [
  (db) => {
    for (const name of [PHOTOS, CHANGES]) {
      const records = db.createObjectStore(name, { keyPath: 'seq', autoIncrement: true })
      records.createIndex('key', 'key', { unique: true })
    }
    // ArrayBuffers: WebKit does not store Blobs in private sessions.
    for (const name of [BYTES, NOTES, PREVIEWS]) db.createObjectStore(name)
  },
]

/** The database of the outbox on this device. `factory`: the browser's by default. */
export function openOutboxDatabase(factory?: () => IDBFactory): DeviceDatabase {
  return deviceDatabase('orma-outbox', STEPS, factory)
}
