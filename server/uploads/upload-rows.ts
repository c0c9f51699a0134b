import { UPLOAD_LIFETIME_MS } from '../../contract/tus-protocol.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Database, Queries, Sql } from '../db/sql.ts'

export interface UploadRow {
  id: string
  event_id: number
  user_id: number
  idempotency_key: string
  /** Bytes of the whole. */
  length: number
  /** Bytes stored, from the start without a gap. */
  received: number
  /** Of the whole, as its sender states it. */
  sha256: string | null
  /** `Upload-Metadata` as it was sent. */
  metadata: string
  /** Still coming in; a post; discarded by its sender. */
  state: 'open' | 'done' | 'cancelled'
  /** Milliseconds since the epoch. */
  expires_at: number
}

export interface UploadPart {
  start: number
  size: number
  blob_name: string
}

export type NewUpload = Pick<
  UploadRow,
  | 'event_id'
  | 'user_id'
  | 'idempotency_key'
  | 'length'
  | 'received'
  | 'sha256'
  | 'metadata'
  | 'state'
>

const columns = sql`id, event_id, user_id, idempotency_key, length, received, sha256, metadata, state,
           expires_at`

/** One that is cancelled is gone. */
export async function findUpload(db: Queries, id: string): Promise<UploadRow | undefined> {
  return db.get<UploadRow>(
    sql`select ${columns} from uploads where id = ${id} and state <> 'cancelled'`,
  )
}

/** Adds an upload, or finds the one that the same user began under the same key in the same event. */
export async function beginUpload(
  tx: Queries,
  upload: NewUpload,
  nowMs: number,
): Promise<{ upload: UploadRow; isNew: boolean }> {
  const added = await tx.run(sql`
    insert into uploads (id, event_id, user_id, idempotency_key, length, received, sha256, metadata,
                         state, expires_at)
    values (${newMediaName()}, ${upload.event_id}, ${upload.user_id}, ${upload.idempotency_key},
            ${upload.length}, ${upload.received}, ${upload.sha256}, ${upload.metadata},
            ${upload.state}, ${nowMs + UPLOAD_LIFETIME_MS})
    on conflict (user_id, event_id, idempotency_key) do nothing`)
  const row = await tx.get<UploadRow>(sql`
    select ${columns} from uploads
     where user_id = ${upload.user_id} and event_id = ${upload.event_id}
       and idempotency_key = ${upload.idempotency_key}`)
  if (!row) throw new Error('a new upload cannot be found')
  return { upload: row, isNew: added === 1 }
}

/** Adds a stored piece at the end of what there is. False where something else is there by now: the piece is nobody's then. */
export async function addPart(
  db: Database,
  upload_id: string,
  { start, size, blob_name }: UploadPart,
  nowMs: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const grown = await tx.run(sql`
      update uploads set received = received + ${size}, expires_at = ${nowMs + UPLOAD_LIFETIME_MS}
       where id = ${upload_id} and state = 'open' and received = ${start}`)
    if (grown === 0) return false
    await tx.run(sql`
      insert into upload_parts (upload_id, start, size, blob_name)
      values (${upload_id}, ${start}, ${size}, ${blob_name})`)
    return true
  })
}

/** Where a video's poster stands among its pieces: before the first byte, and as long as they do. */
export const POSTER_AT = -1

/** Adds the poster of an upload. False where it has one, or has ended meanwhile: the poster is nobody's then. */
export async function addPoster(
  db: Database,
  upload_id: string,
  { size, blob_name }: Pick<UploadPart, 'size' | 'blob_name'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOpen = await tx.get(
      sql`select id from uploads where id = ${upload_id} and state = 'open'`,
    )
    if (!isOpen) return false
    const added = await tx.run(sql`
      insert into upload_parts (upload_id, start, size, blob_name)
      values (${upload_id}, ${POSTER_AT}, ${size}, ${blob_name})
      on conflict (upload_id, start) do nothing`)
    return added === 1
  })
}

export async function hasPoster(db: Queries, upload_id: string): Promise<boolean> {
  const found = await db.get(
    sql`select start from upload_parts where upload_id = ${upload_id} and start = ${POSTER_AT}`,
  )
  return found !== undefined
}

/** The pieces of an upload in their order, and its poster before them. */
export async function listParts(db: Queries, upload_id: string): Promise<UploadPart[]> {
  return db.all<UploadPart>(sql`
    select start, size, blob_name from upload_parts where upload_id = ${upload_id} order by start`)
}

/** Ends an upload in the transaction that makes it a post. False where it was cancelled meanwhile. */
export async function markDone(tx: Queries, upload_id: string): Promise<boolean> {
  await tx.run(sql`delete from upload_parts where upload_id = ${upload_id}`)
  const done = await tx.run(sql`
    update uploads set state = 'done' where id = ${upload_id} and state <> 'cancelled'`)
  return done === 1
}

/**
 * Has an upload be gone that is no post; gives the names of its blobs, which go after the commit. Its key alone is known, until
 * `expires_at`.
 */
export async function markCancelled(
  tx: Queries,
  upload_id: string,
  expires_at: number,
): Promise<string[]> {
  const cancelled = await tx.run(sql`
    update uploads set state = 'cancelled', received = 0, metadata = '', sha256 = null, expires_at = ${expires_at}
     where id = ${upload_id} and state <> 'done'`)
  if (cancelled === 0) return []
  const parts = await listParts(tx, upload_id)
  await tx.run(sql`delete from upload_parts where upload_id = ${upload_id}`)
  return parts.map(({ blob_name }) => blob_name)
}

/** Whether an upload of this key was cancelled, none begun since, and its key is still known. */
export async function isCancelled(
  db: Queries,
  { user_id, event_id, key }: { user_id: number; event_id: number; key: string },
  nowMs: number,
): Promise<boolean> {
  const row = await db.get(sql`
    select id from uploads
     where user_id = ${user_id} and event_id = ${event_id} and idempotency_key = ${key}
       and state = 'cancelled' and expires_at > ${nowMs}`)
  return row !== undefined
}

/** Has an upload begin at its first byte again. Its blobs go after the commit. */
export async function emptyUpload(db: Database, upload_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from upload_parts where upload_id = ${upload_id}`)
    await tx.run(sql`update uploads set received = 0 where id = ${upload_id} and state = 'open'`)
  })
}

/** Removes the uploads that a condition names; gives the names of their blobs, which go after the commit. */
export async function forgetUploads(tx: Queries, condition: Sql): Promise<string[]> {
  const parts = await tx.all<{ blob_name: string }>(sql`
    select blob_name from upload_parts
     where upload_id in (select id from uploads where ${condition})`)
  await tx.run(sql`delete from uploads where ${condition}`)
  return parts.map(({ blob_name }) => blob_name)
}

export function countParts(db: Queries, upload_id: string): Promise<number> {
  return countRows(db, sql`from upload_parts where upload_id = ${upload_id}`)
}
