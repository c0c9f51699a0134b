import { get, promisifyRequest } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { deviceDatabase, keyStore } from '../device/device-database.ts'

/** A query's key, under which its answer is cached. */
export type Key = readonly unknown[]

/** Counts the changes of what records look like; one of another shape is as good as none. */
export const SHAPE = 1

/** What was read from the server, so that an Orma once opened opens again. All of it can be asked for again. */
const database = deviceDatabase(
  'orma-kept',
  [
    (db) => {
      for (const store of ['answers', 'posts', 'ormas']) db.createObjectStore(store)
    },
    (_db, transaction) => {
      const place = ['data.event_hash', 'data.createdAt', 'data.id']
      transaction.objectStore('posts').createIndex('order', place)
    },
  ],
  () => indexedDB,
  'relaxed',
)

/** Answers of the server by their query's key, which is the record's. */
export const answers = keyStore(database, 'answers')
/** Posts by `[event_hash, id]`. */
export const posts = keyStore(database, 'posts')
/** CachedOrma by event_hash: what is cached of an Orma without one would never be forgotten. */
export const ormas = keyStore(database, 'ormas')

/** A record as it lies in a store, without a mark; a post's own age nobody asks for. */
export function recordOf<Data>(data: Data, updatedAt = Date.now()) {
  // A release before this one, which may be open in another tab, looks for `savedAt`.
  return { shape: SHAPE, updatedAt, savedAt: Date.now(), data }
}

/** A record as it should be, `updatedAt` in epoch milliseconds; one that is not counts for nothing, it alone. */
export function usable<Data>(found: unknown, data: v.GenericSchema<unknown, Data>) {
  const schema = v.object({
    shape: v.literal(SHAPE),
    // The clock was put back since: of an age that nobody knows it is asked for again, and gives way.
    updatedAt: v.pipe(
      v.number(),
      v.transform((at) => (at > Date.now() ? 1 : at)),
    ),
    data,
    /** Of an Orma: how the server said, when it was last asked, that it is paused. */
    paused: v.optional(v.string()),
  })
  return shaped(found, schema)
}

/** What was found, where it is of this shape. */
export function shaped<T>(found: unknown, schema: v.GenericSchema<unknown, T>): T | undefined {
  return v.parse(v.fallback(v.optional(schema), undefined), found)
}

/** What is cached under a query's key, where it is of this shape. */
export async function readRecord<Data>(key: Key, data: v.GenericSchema<unknown, Data>) {
  return usable(await get<unknown>(key as IDBValidKey, answers), data)
}

/** Changes the data, or the mark, of what is cached under keys, in one step. What is not of this shape stays as it is. */
export function changeRecords<Data>(
  keys: IDBKeyRange,
  schema: v.GenericSchema<unknown, Data>,
  change: (data: Data) => { data: Data } | { paused: string | undefined },
): Promise<void> {
  return answers('readwrite', async (store) => {
    for (const key of await promisifyRequest(store.getAllKeys(keys))) {
      const record = usable(await promisifyRequest<unknown>(store.get(key)), schema)
      if (record) store.put({ ...record, ...change(record.data) }, key)
    }
  })
}

/** The ids of an Orma's posts in the feed's order, the newest first; of all, or of those in a part of it. */
export async function listIds(event_hash: string, part = keysBelow(event_hash)) {
  const keys = await posts('readonly', (store) =>
    promisifyRequest(store.index('order').getAllKeys(part)),
  )
  return keys.map((key) => Number((key as IDBValidKey[])[1])).toReversed()
}

/** Deletes all records whose key begins so. */
export function deleteBelow(store: UseStore, ...prefix: IDBValidKey[]): Promise<void> {
  return store('readwrite', (records) => promisifyRequest(records.delete(keysBelow(...prefix))))
}

/** All keys that begin so. */
export function keysBelow(...prefix: IDBValidKey[]): IDBKeyRange {
  // Of keys that begin alike the shorter comes first, and an array comes behind every text and number.
  return IDBKeyRange.bound(prefix, [...prefix, []])
}
