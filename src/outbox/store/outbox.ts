import { get, promisifyRequest, set } from 'idb-keyval'
import { keyStore } from '../../device/device-database.ts'
import { BYTES, NOTES, PHOTOS, PREVIEWS, openOutboxDatabase } from './outbox-database.ts'
import { AS_CHOSEN } from './outbox-photo.ts'
import type { NewPhoto, OutboxPhoto } from './outbox-photo.ts'

/** What changes in a photo's record; undefined: nothing. */
export type PhotoChange = (photo: OutboxPhoto) => Partial<OutboxPhoto> | undefined

/** The photos chosen on this device, until the server has them. Every write is on the disk when its promise resolves. */
export interface Outbox {
  /** Stores a photo with its bytes, both or neither. Adding the same key again changes nothing. */
  add(photo: NewPhoto, bytes: ArrayBuffer): Promise<void>
  /** All photos in the order of choosing, without bytes. */
  list(): Promise<OutboxPhoto[]>
  readBytes(key: string): Promise<ArrayBuffer | undefined>
  /** Changes one photo in one transaction. Gives it after the change; undefined where it is gone or unchanged. */
  change(key: string, change: PhotoChange): Promise<OutboxPhoto | undefined>
  /** As `change` for every photo; gives those that changed. */
  changeAll(change: PhotoChange): Promise<OutboxPhoto[]>
  /** As `change`, and replaces the photo's bytes, both or neither. */
  changeWithBytes(
    key: string,
    bytes: ArrayBuffer,
    change: PhotoChange,
  ): Promise<OutboxPhoto | undefined>
  /** As `change`, and removes the bytes: the server has them. */
  changeAndFreeBytes(key: string, change: PhotoChange): Promise<OutboxPhoto | undefined>
  /** Removes the photos that `which` picks, with all that belongs to them. Gives how many. */
  remove(which: (photo: OutboxPhoto) => boolean): Promise<number>
  setPreview(key: string, preview: ArrayBuffer): Promise<void>
  readPreview(key: string): Promise<ArrayBuffer | undefined>
  readNote(name: string): Promise<unknown>
  writeNote(name: string, value: unknown): Promise<void>
  /** Changes a note in one transaction; `change` returns undefined to leave it. Gives whether it was written. */
  changeNote(name: string, change: (value: unknown) => unknown): Promise<boolean>
}

export function createOutbox(factory?: () => IDBFactory): Outbox {
  const database = openOutboxDatabase(factory)

  const bytesByKey = keyStore(database, BYTES)
  const previews = keyStore(database, PREVIEWS)
  const notes = keyStore(database, NOTES)

  return {
    add: (photo, bytes) =>
      database.transact([PHOTOS, BYTES], 'readwrite', async (transaction) => {
        const photos = transaction.objectStore(PHOTOS)
        if ((await promisifyRequest(photos.index('key').getKey(photo.key))) !== undefined) return
        await promisifyRequest(photos.add({ ...AS_CHOSEN, ...photo }))
        await promisifyRequest(transaction.objectStore(BYTES).put(bytes, photo.key))
      }),

    list: () => database.transact([PHOTOS], 'readonly', readAll),
    readBytes: (key) => get<ArrayBuffer>(key, bytesByKey),

    change: (key, change) =>
      database.transact([PHOTOS], 'readwrite', (transaction) =>
        changeOne(transaction, key, change),
      ),

    changeAll: (change) =>
      database.transact([PHOTOS], 'readwrite', async (transaction) => {
        const changed: OutboxPhoto[] = []
        for (const photo of await readAll(transaction)) {
          const now = await writeChange(transaction, photo, change)
          if (now) changed.push(now)
        }
        return changed
      }),

    changeWithBytes: (key, bytes, change) =>
      database.transact([PHOTOS, BYTES], 'readwrite', async (transaction) => {
        const photo = await changeOne(transaction, key, change)
        if (photo) await promisifyRequest(transaction.objectStore(BYTES).put(bytes, key))
        return photo
      }),

    changeAndFreeBytes: (key, change) =>
      database.transact([PHOTOS, BYTES], 'readwrite', async (transaction) => {
        const photo = await changeOne(transaction, key, change)
        if (photo) await promisifyRequest(transaction.objectStore(BYTES).delete(key))
        return photo
      }),

    remove: (which) =>
      database.transact([PHOTOS, BYTES, PREVIEWS], 'readwrite', async (transaction) => {
        const leaving = (await readAll(transaction)).filter(which)
        for (const { seq, key } of leaving) {
          await promisifyRequest(transaction.objectStore(PHOTOS).delete(seq))
          await promisifyRequest(transaction.objectStore(BYTES).delete(key))
          await promisifyRequest(transaction.objectStore(PREVIEWS).delete(key))
        }
        return leaving.length
      }),

    setPreview: (key, preview) =>
      database.transact([PHOTOS, PREVIEWS], 'readwrite', async (transaction) => {
        const photo = await changeOne(transaction, key, () => ({ hasPreview: true }))
        if (photo) await promisifyRequest(transaction.objectStore(PREVIEWS).put(preview, key))
      }),
    readPreview: (key) => get<ArrayBuffer>(key, previews),

    readNote: (name) => get<unknown>(name, notes),
    writeNote: (name, value) => set(name, value, notes),
    changeNote: (name, change) =>
      database.transact([NOTES], 'readwrite', async (transaction) => {
        const notes = transaction.objectStore(NOTES)
        const value = change((await promisifyRequest(notes.get(name))) ?? undefined)
        if (value === undefined) return false
        await promisifyRequest(notes.put(value, name))
        return true
      }),
  }
}

/** The device's only one, shared by page and worker. */
export const outbox = createOutbox()

async function readAll(transaction: IDBTransaction): Promise<OutboxPhoto[]> {
  return await promisifyRequest(
    transaction.objectStore(PHOTOS).getAll() as IDBRequest<OutboxPhoto[]>,
  )
}

async function changeOne(
  transaction: IDBTransaction,
  key: string,
  change: PhotoChange,
): Promise<OutboxPhoto | undefined> {
  const found = transaction.objectStore(PHOTOS).index('key').get(key)
  const photo = await promisifyRequest(found as IDBRequest<OutboxPhoto | undefined>)
  return photo && writeChange(transaction, photo, change)
}

async function writeChange(
  transaction: IDBTransaction,
  photo: OutboxPhoto,
  change: PhotoChange,
): Promise<OutboxPhoto | undefined> {
  const changes = change(photo)
  if (!changes) return undefined
  const changed = { ...photo, ...changes }
  await promisifyRequest(transaction.objectStore(PHOTOS).put(changed))
  return changed
}
