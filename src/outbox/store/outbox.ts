import { get, promisifyRequest, set } from 'idb-keyval'
import { evictingPictures } from '../../cache/evict-pictures.ts'
import { deviceDatabase, keyStore } from '../../device/device-database.ts'
import type { UpgradeStep } from '../../device/device-database.ts'
import { UNTRIED } from './outbox-item.ts'
import type { ItemChange, NewItem, OutboxItem } from './outbox-item.ts'
import { allBytesOf, isOfItem, namesOfPieces, pieceKey, piecesOf } from './video-pieces.ts'

const ITEMS = 'items'
const BYTES = 'bytes'
const NOTES = 'notes'
const PREVIEWS = 'previews'

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

/**
 * What was done on this device, photos and changes of posts alike, until the server has it. Every write is on the disk when its
 * promise resolves.
 */
export interface Outbox {
  /**
   * Stores an item, a photo with its bytes, a video with its frame, all or nothing. Once the database is open it is handed to the
   * browser in the task of the call, and stored even if the page is closed at once. Adding the same key again changes nothing.
   */
  add(item: NewItem, bytes?: ArrayBuffer, frame?: VideoFrame): Promise<void>
  /** All items in the order of doing, without bytes. */
  list(): Promise<OutboxItem[]>
  /** A photo's bytes. Those of a video lie in pieces. */
  readBytes(key: string): Promise<ArrayBuffer | undefined>
  /** The piece with this name at this place, from 0. */
  readPiece(name: string, at: number): Promise<ArrayBuffer | undefined>
  /**
   * Changes one item in one transaction, and with it a photo's bytes: replaces them, or removes them (null; a video's pieces too), both
   * or neither. Gives the item after the change; undefined where it is gone or unchanged.
   */
  change(
    key: string,
    change: ItemChange,
    bytes?: ArrayBuffer | null,
  ): Promise<OutboxItem | undefined>
  /** As `change` for every item; gives those that changed. */
  changeAll(change: ItemChange): Promise<OutboxItem[]>
  /** Removes the items that `which` picks, with all that belongs to them. Gives how many. */
  remove(which: (item: OutboxItem) => boolean): Promise<number>
  setPreview(key: string, preview: ArrayBuffer): Promise<void>
  readPreview(key: string): Promise<ArrayBuffer | undefined>
  /** The frame of a video for a server that makes none. */
  readPoster(key: string): Promise<ArrayBuffer | undefined>
  readNote(name: string): Promise<unknown>
  writeNote(name: string, value: unknown): Promise<void>
  /** Changes a note in one transaction; `change` returns undefined to leave it. Gives whether it was written. */
  changeNote(name: string, change: (value: unknown) => unknown): Promise<boolean>
}

/** A frame of a chosen video, drawn twice. */
export interface VideoFrame {
  /** Small, for lists. */
  preview: ArrayBuffer | undefined
  /** Large, a JPEG, which is only sent. */
  poster: ArrayBuffer | undefined
}

interface PieceOptions {
  /** Nobody needs it: where there is no room, no cached picture gives way to it. */
  isOptional?: boolean
}

/** The outbox on the disk, which alone has room for videos. */
export interface DeviceOutbox extends Outbox {
  /** Stores a piece of a video whose record names it once all its pieces are there. */
  addPiece(name: string, at: number, piece: ArrayBuffer, options?: PieceOptions): Promise<void>
  /** Removes pieces that no record names; `key`: of this video alone. Not while such a video is being stored. */
  removeLoosePieces(key?: string): Promise<void>
}

export function createOutbox(factory?: () => IDBFactory): DeviceOutbox {
  const database = deviceDatabase('orma-outbox', STEPS, factory)
  /** Cached pictures give way to photos and changes, but to no preview and no note. */
  const write = <T>(stores: string[], work: (transaction: IDBTransaction) => Promise<T>) =>
    evictingPictures(() => database.transact(stores, 'readwrite', work))
  const bytesByKey = keyStore(database, BYTES)
  const previews = keyStore(database, PREVIEWS)
  const notes = keyStore(database, NOTES)

  return {
    async add(item, bytes, frame) {
      try {
        await write([ITEMS, BYTES, PREVIEWS], async (transaction) => {
          const adding = transaction.objectStore(ITEMS).add(item)
          if (bytes) transaction.objectStore(BYTES).put(bytes, item.key)
          const pictures = transaction.objectStore(PREVIEWS)
          if (frame?.preview) pictures.put(frame.preview, item.key)
          if (frame?.poster) pictures.put(frame.poster, posterKey(item.key))
          // Without it a page that is closed now takes the transaction along.
          transaction.commit()
          await promisifyRequest(adding)
        })
      } catch (error) {
        // The key is there already.
        if (!(error instanceof DOMException && error.name === 'ConstraintError')) throw error
      }
    },

    list: () => database.transact([ITEMS], 'readonly', readAll),
    readBytes: (key) => get<ArrayBuffer>(key, bytesByKey),
    readPiece: (name, at) => get<ArrayBuffer>(pieceKey(name, at), bytesByKey),
    addPiece: (name, at, piece, { isOptional = false } = {}) => {
      const put = async (transaction: IDBTransaction) => {
        await promisifyRequest(transaction.objectStore(BYTES).put(piece, pieceKey(name, at)))
      }
      return isOptional ? database.transact([BYTES], 'readwrite', put) : write([BYTES], put)
    },
    removeLoosePieces: (key) =>
      database.transact([ITEMS, BYTES], 'readwrite', async (transaction) => {
        const stored = transaction.objectStore(BYTES)
        const within = key === undefined ? undefined : allBytesOf(key)
        const names = namesOfPieces(await promisifyRequest(stored.getAllKeys(within)))
        if (names.size === 0) return
        const items = await readAll(transaction)
        for (const name of names)
          if (!items.some((item) => isOfItem(item, name)))
            await promisifyRequest(stored.delete(piecesOf(name)))
      }),

    change: (key, change, bytes) =>
      write([ITEMS, BYTES], async (transaction) => {
        const found = await findItem(transaction, key)
        const item = found && (await writeChange(transaction, found, change))
        const stored = transaction.objectStore(BYTES)
        if (item && bytes) await promisifyRequest(stored.put(bytes, key))
        if (item && bytes === null) await promisifyRequest(stored.delete(allBytesOf(key)))
        return item
      }),

    changeAll: (change) =>
      write([ITEMS], async (transaction) => {
        const changed: OutboxItem[] = []
        for (const item of await readAll(transaction)) {
          const now = await writeChange(transaction, item, change)
          if (now) changed.push(now)
        }
        return changed
      }),

    remove: (which) =>
      write([ITEMS, BYTES, PREVIEWS], async (transaction) => {
        const leaving = (await readAll(transaction)).filter(which)
        for (const { seq, key } of leaving) {
          await promisifyRequest(transaction.objectStore(ITEMS).delete(seq))
          await promisifyRequest(transaction.objectStore(BYTES).delete(allBytesOf(key)))
          await promisifyRequest(transaction.objectStore(PREVIEWS).delete(key))
          await promisifyRequest(transaction.objectStore(PREVIEWS).delete(posterKey(key)))
        }
        return leaving.length
      }),

    setPreview: (key, preview) =>
      database.transact([ITEMS, PREVIEWS], 'readwrite', async (transaction) => {
        const found = await findItem(transaction, key)
        if (found) await promisifyRequest(transaction.objectStore(PREVIEWS).put(preview, key))
      }),
    readPreview: (key) => get<ArrayBuffer>(key, previews),
    readPoster: (key) => get<ArrayBuffer>(posterKey(key), previews),

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

/** It lies beside the small one. */
function posterKey(key: string): string {
  return `${key} poster`
}

/** The device's only one, shared by page and worker. */
export const outbox = createOutbox()

async function readAll(transaction: IDBTransaction): Promise<OutboxItem[]> {
  return await promisifyRequest(transaction.objectStore(ITEMS).getAll() as IDBRequest<OutboxItem[]>)
}

async function findItem(transaction: IDBTransaction, key: string) {
  const found = transaction.objectStore(ITEMS).index('key').get(key)
  return await promisifyRequest(found as IDBRequest<OutboxItem | undefined>)
}

async function writeChange(
  transaction: IDBTransaction,
  item: OutboxItem,
  change: ItemChange,
): Promise<OutboxItem | undefined> {
  const changes = change(item)
  if (!changes) return undefined
  const changed = { ...item, ...changes } as OutboxItem
  await promisifyRequest(transaction.objectStore(ITEMS).put(changed))
  return changed
}
