import { deviceDatabase } from '../../device/device-database.ts'
import type { DeviceDatabase, UpgradeStep } from '../../device/device-database.ts'

export const OUTBOX_NAME = 'orma-outbox'

export const PHOTOS = 'photos'
export const BYTES = 'bytes'
export const NOTES = 'notes'
export const PREVIEWS = 'previews'
export const CHANGES = 'changes'

/** One step for each version, oldest first; a released step is never changed. */
export const OUTBOX_STEPS: readonly UpgradeStep[] = [
  (db) => {
    const photos = db.createObjectStore(PHOTOS, { keyPath: 'seq', autoIncrement: true })
    photos.createIndex('key', 'key', { unique: true })
    // ArrayBuffers: WebKit does not store Blobs in private sessions.
    db.createObjectStore(BYTES)
    db.createObjectStore(NOTES)
  },
  (db) => {
    db.createObjectStore(PREVIEWS)
  },
  (db) => {
    const changes = db.createObjectStore(CHANGES, { keyPath: 'seq', autoIncrement: true })
    changes.createIndex('key', 'key', { unique: true })
  },
]

/** The database of the outbox on this device. `factory`: the browser's by default. */
export function openOutboxDatabase(factory?: () => IDBFactory): DeviceDatabase {
  return deviceDatabase(OUTBOX_NAME, OUTBOX_STEPS, factory)
}
