import { OUTBOX_NAME } from '../../src/outbox/store/outbox-database.ts'
import { EVENT, NOW, USER_ID, bytesOf } from './outbox-photos.ts'

/** The outbox's database at each released version, independent of the present code. */
export const OUTBOX_VERSIONS: { version: number; create: (db: IDBDatabase) => void }[] = [
  { version: 1, create: createFirst },
  {
    version: 2,
    create: (db) => {
      createFirst(db)
      db.createObjectStore('previews')
    },
  },
]

/** The keys of the photos that `fillVersion` adds, in the order of choosing. */
export const LEFT_KEYS = ['waiting', 'draft', 'refused'].map((state) => `left-${state}`)

/** Makes an outbox of an old version and keeps its tab open: gives that tab's handle. */
export async function openVersion(factory: IDBFactory, version: number): Promise<IDBDatabase> {
  const request = factory.open(OUTBOX_NAME, version)
  request.addEventListener('upgradeneeded', () =>
    OUTBOX_VERSIONS.find((known) => known.version === version)?.create(request.result),
  )
  const db = await settled(request)
  // As every version did: closes for a newer one.
  db.addEventListener('versionchange', () => db.close())
  const transaction = db.transaction(['photos', 'bytes'], 'readwrite')
  for (const key of LEFT_KEYS) {
    transaction.objectStore('photos').add(recordOf(key))
    transaction.objectStore('bytes').put(bytesOf(key), key)
  }
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  return db
}

function createFirst(db: IDBDatabase): void {
  const photos = db.createObjectStore('photos', { keyPath: 'seq', autoIncrement: true })
  photos.createIndex('key', 'key', { unique: true })
  db.createObjectStore('bytes')
  db.createObjectStore('notes')
}

/** A record with the fields of the first version. */
function recordOf(key: string) {
  return {
    key,
    eventHash: EVENT,
    ownerUserId: USER_ID,
    name: `${key}.jpg`,
    type: 'image/jpeg',
    size: key.length,
    original_date: '2026-06-20T20:00:00.000+02:00',
    timezone: 'Europe/Berlin',
    sha256: `sha256 of ${key}`,
    state: key.replace('left-', ''),
    attempts: 3,
    nextAt: NOW + 8000,
    reason: null,
    queuedAt: NOW - 1000,
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('request failed')))
  })
}
