import { get, promisifyRequest } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { deviceDatabase, keyStore } from '../device/device-database.ts'

/** A query's key; its answer is cached under the same key. */
export type Key = readonly unknown[]

/** Counts the changes of the records' shape; a record of another shape is ignored. */
const SHAPE = 1

/** What was read from the server. All of it can be asked for again. */
const database = deviceDatabase(
  'orma-kept',
  [
    (db) => {
      for (const store of ['answers', 'ormas']) db.createObjectStore(store)
      const order = ['data.event_hash', 'data.createdAt', 'data.id']
      db.createObjectStore('posts').createIndex('order', order)
    },
  ],
  () => indexedDB,
  'relaxed',
)

/** Answers of the server by their query's key. */
export const answers = keyStore(database, 'answers')
/** Posts by `[event_hash, id]`. */
export const posts = keyStore(database, 'posts')
/** CachedOrma by event_hash. Every cached Orma needs one: forgetting goes through this store. */
export const ormas = keyStore(database, 'ormas')

/** A record for a store. `updatedAt` means nothing for a single post. */
export function recordOf<Data>(data: Data, updatedAt = Date.now()) {
  return { shape: SHAPE, updatedAt, data }
}

/**
 * A record, where it is of the current shape, with `updatedAt` in epoch milliseconds. A broken record counts as missing, others
 * do not.
 */
export function usable<Data>(found: unknown, data: v.GenericSchema<unknown, Data>) {
  const schema = v.object({
    shape: v.literal(SHAPE),
    // A time in the future means that the clock was put back since: 1, so that it is asked for again and any answer replaces it.
    updatedAt: v.pipe(
      v.number(),
      v.transform((at) => (at > Date.now() ? 1 : at)),
    ),
    data,
    /** Of an Orma: the server's message that it is paused, as of its last answer. */
    paused: v.optional(v.string()),
  })
  return shaped(found, schema)
}

/** What was found, where it matches the schema. */
export function shaped<T>(found: unknown, schema: v.GenericSchema<unknown, T>): T | undefined {
  return v.parse(v.fallback(v.optional(schema), undefined), found)
}

/** What is cached under a query's key, where it matches the schema. */
export async function readRecord<Data>(key: Key, data: v.GenericSchema<unknown, Data>) {
  return usable(await get<unknown>(key as IDBValidKey, answers), data)
}

/**
 * Changes the data, or the paused message, of all records under keys, in one transaction. Records that do not match, or
 * of which nothing changes, stay as they are.
 */
export function changeRecords<Data>(
  keys: IDBKeyRange,
  schema: v.GenericSchema<unknown, Data>,
  change: (data: Data) => { data: Data } | { paused: string | undefined } | undefined,
): Promise<void> {
  return answers('readwrite', async (store) => {
    for (const key of await promisifyRequest(store.getAllKeys(keys))) {
      const record = usable(await promisifyRequest<unknown>(store.get(key)), schema)
      const changed = record && change(record.data)
      if (changed) store.put({ ...record, ...changed }, key)
    }
  })
}

/** The ids of an Orma's posts, newest first; of all posts, or of a range of the index. */
export async function listIds(event_hash: string, part = keysBelow(event_hash)) {
  const keys = await posts('readonly', (store) =>
    promisifyRequest(store.index('order').getAllKeys(part)),
  )
  return keys.map((key) => Number((key as IDBValidKey[])[1])).toReversed()
}

/** Deletes all records whose key begins with the prefix. */
export function deleteBelow(store: UseStore, ...prefix: IDBValidKey[]): Promise<void> {
  return store('readwrite', (records) => promisifyRequest(records.delete(keysBelow(...prefix))))
}

/** The range of all keys that begin with the prefix. */
export function keysBelow(...prefix: IDBValidKey[]): IDBKeyRange {
  // A shorter key sorts before one that continues it, and an array sorts after every string and number.
  return IDBKeyRange.bound(prefix, [...prefix, []])
}
