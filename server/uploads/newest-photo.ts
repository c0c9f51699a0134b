import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import { readLastIds } from '../db/tables.ts'

/** Lies beside the photos, in no folder of theirs: the highest id that a photo there is known to have had. No backup has it. */
export const NEWEST = 'newest'

interface Behind {
  /** The highest id that the database has ever given to a photo. */
  given: number
  /** The highest that a photo there has had. */
  newest: number
}

/** How far a database is behind the photos in a store, as one that was copied back is; undefined: it is not. */
export async function findBehind(db: Database, blobs: BlobStore): Promise<Behind | undefined> {
  // First: what another process writes meanwhile is of rows that the database has by then.
  const newest = await readNewest(blobs)
  const given = (await readLastIds(db, db)).get('posts') ?? 0
  return given < newest ? { given, newest } : undefined
}

/** Writes down which photo is the newest, where one has come since. It needs room on the disk, so no sweep may wait for it. */
export async function noteNewest(db: Queries, blobs: BlobStore): Promise<void> {
  // Of rows that are there, and so on the disk: what a sequence has given in a transaction that a power cut ends is given again.
  const row = await db.get<{ id: number | null }>(sql`select max(id) as id from posts`)
  const id = row?.id ?? 0
  if (id > (await readNewest(blobs))) await blobs.put(NEWEST, Buffer.from(String(id)))
}

async function readNewest(blobs: BlobStore): Promise<number> {
  const bytes = await blobs.read(NEWEST)
  return bytes ? Number(Buffer.from(bytes).toString()) : 0
}
