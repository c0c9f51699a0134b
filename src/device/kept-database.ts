import * as v from 'valibot'
import { deviceDatabase } from './device-database.ts'

/** Answers of the server by their query's key, which is the record's; a feed is the order of its posts. */
export const ANSWERS = 'answers'
/** Posts by `[event_hash, id]`. */
export const POSTS = 'posts'
/** KeptOrma by event_hash. */
export const ORMAS = 'ormas'

/** Counts the changes of what records look like; one of another shape is as good as none. */
export const KEPT_SHAPE = 1

/** What was read from the server, so that an Orma once opened opens again. All of it can be asked for again. */
export const keptDatabase = deviceDatabase(
  'orma-kept',
  [
    (db) => {
      for (const store of [ANSWERS, POSTS, ORMAS]) db.createObjectStore(store)
    },
  ],
  () => indexedDB,
  'relaxed',
)

/** What lies in the store as it is, or has come from there: it is not written again. */
export const written = new WeakSet<object>()

export interface KeptRecord {
  shape: number
  /** When the server said so, epoch milliseconds. */
  updatedAt: number
  /** When it was written, epoch milliseconds. */
  savedAt: number
  data: unknown
  /** Of an Orma: how the server said, when it was last asked, that it is paused. */
  paused?: string | undefined
}

/** The order of a list of posts as far as it was loaded. `isWhole`: there are no more than these. */
export const feedSchema = v.object({ ids: v.array(v.number()), isWhole: v.boolean() })
export type KeptFeed = v.InferOutput<typeof feedSchema>

/** All records whose key begins so. */
export function keysBelow(prefix: readonly IDBValidKey[]): IDBKeyRange {
  // Of keys that begin alike the shorter comes first, and an array comes behind every text and number.
  return IDBKeyRange.bound([...prefix], [...prefix, []])
}

/** A record as it lies there, unless it is of another shape, or not what it should be: then that one alone counts for nothing. */
export function usable(
  found: unknown,
  data: v.GenericSchema = v.unknown(),
): KeptRecord | undefined {
  const record = v.safeParse(
    v.object({
      shape: v.literal(KEPT_SHAPE),
      updatedAt: v.number(),
      savedAt: v.number(),
      data,
      paused: v.optional(v.string()),
    }),
    found,
  )
  if (!record.success) return undefined
  const kept = record.output as KeptRecord
  // The clock was put back since: of an age that nobody knows it is asked for again, and gives way.
  return kept.updatedAt > Date.now() ? { ...kept, updatedAt: 1 } : kept
}
