import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import type { EventRow } from '../events/events.ts'
import { HttpError } from '../http/http-error.ts'
import type { DiskSpace } from '../http/operator-routes.ts'

/** The rest of a disk is for the database, uploads under way, and whatever else grows on it. */
export const SHARE_OF_DISK = 0.9
/** One Orma is not to take the room of all others, and a single one on a small disk is still to have an evening's. */
const SHARE_OF_ALL = 0.5

/** For so long all Ormas are not added up again, which takes long where there are very many: guests ask with each photo. */
const KNOWN_FOR_MS = 5_000

type Kept = Pick<EventRow, 'storage_bytes'>

/** How many bytes Ormas may have; undefined: no limit. What has them reads them each time: they grow with the disk. */
export interface StorageLimits {
  ofAll: number | undefined
  ofEvent: number | undefined
  /** Measures the disk again, where `ofAll` is a share of it. Undefined: it is what the operator set, or nothing. */
  measure?: () => Promise<void>
}

interface Given {
  /** As the operator sets them, in bytes. */
  storageLimit: number | undefined
  eventStorageLimit: number | undefined
  /** Of the disk with the photos; undefined: they lie elsewhere. */
  readDisk: (() => Promise<Pick<DiskSpace, 'freeBytes' | 'totalBytes' | 'isFull'>>) | undefined
}

/**
 * Gives the limits that the operator sets, or a share of what the disk has for Ormas: the most that was measured, and of half the disk
 * at least, so that one that others fill is said to be full, for which photos wait.
 */
export async function readStorageLimits(
  db: Queries,
  { storageLimit, eventStorageLimit, readDisk }: Given,
): Promise<StorageLimits> {
  const limitsOf = (ofAll: number | undefined) => ({
    ofAll,
    ofEvent: eventStorageLimit ?? (ofAll && Math.floor(SHARE_OF_ALL * ofAll)),
  })
  if (storageLimit !== undefined || !readDisk) return limitsOf(storageLimit)
  const limits = {
    ...limitsOf(undefined),
    async measure(): Promise<void> {
      const { freeBytes, totalBytes, isFull } = await readDisk()
      // Nothing is known yet of a disk that is full at the start: photos wait for room.
      if (isFull) return
      const room = Math.max((await readUsedBytes(db)) + freeBytes, totalBytes / 2)
      const share = Math.floor(SHARE_OF_DISK * room)
      Object.assign(limits, limitsOf(Math.max(limits.ofAll ?? 0, share)))
    },
  }
  await limits.measure()
  return limits
}

/** The most bytes that an event may have by now, with what others leave; undefined: no limit. */
export type LimitOf = (event: Kept) => number | undefined

/** Tells how many bytes events may have. Uploads under way are not counted: what was let in comes in. */
export interface StorageRoom {
  read: () => Promise<LimitOf>
}

export function createStorageRoom(
  { db, now }: { db: Queries; now: () => number },
  limits: StorageLimits,
): StorageRoom {
  let known = { used: 0, at: -Infinity }
  return {
    async read() {
      const { ofAll, ofEvent } = limits
      if (ofAll === undefined) return () => ofEvent
      // Also where the clock was put back.
      if (Math.abs(now() - known.at) >= KNOWN_FOR_MS) {
        known = { used: await readUsedBytes(db), at: now() }
      }
      const left = Math.max(0, ofAll - known.used)
      return ({ storage_bytes }) => Math.min(ofEvent ?? Infinity, storage_bytes + left)
    },
  }
}

/** Whether an event has as many bytes as it may have. */
export async function isStorageFull(room: StorageRoom, event: Kept): Promise<boolean> {
  const limit = (await room.read())(event)
  return limit !== undefined && event.storage_bytes >= limit
}

/** Rejects with 403 (`limit_reached`) where an event has as many bytes as it may have. */
export async function requireStorage(room: StorageRoom, event: Kept): Promise<void> {
  if (await isStorageFull(room, event)) throw new HttpError('limit_reached')
}

/** The bytes of all Ormas. */
export async function readUsedBytes(db: Queries): Promise<number> {
  const row = await db.get<{ used: number | null }>(
    sql`select cast(sum(storage_bytes) as bigint) as used from events`,
  )
  return row?.used ?? 0
}
