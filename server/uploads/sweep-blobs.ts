import { UPLOAD_LIFETIME_MS } from '../../contract/tus-protocol.ts'
import type { BlobStore, ListedBlob } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Database, Queries, Sql } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { partKey } from './append-bytes.ts'
import { findBehind } from './newest-photo.ts'
import { forgetUploads } from './upload-rows.ts'

/** A blob lies there before its row: only what is older than any upload can take is an orphan. Swept every ten minutes, it is gone within the hour. */
export const ORPHAN_AGE_MS = 45 * 60_000
/** The database is asked for so many names in one statement. */
const AT_ONCE = 500

/** Selects those of the names that a row knows, each as `name`. */
type Known = (names: Sql) => Sql

const OF_POST: Known = (names) =>
  sql`select media_name as name from posts where media_name in (${names})`
const OF_IMAGE: Known = (names) => sql`
  select profile_image as name from events where profile_image in (${names})
  union all
  select banner as name from events where banner in (${names})`
const OF_FILM: Known = (names) =>
  sql`select media_name as name from films where media_name in (${names})`
const OF_UPLOAD: Known = (names) =>
  sql`select blob_name as name from upload_parts where blob_name in (${names})`
const KINDS: Readonly<Record<string, Known>> = {
  'original/': OF_POST,
  'full/': OF_POST,
  'thumb/': OF_POST,
  'video/': OF_POST,
  'clean/': OF_POST,
  'event/': OF_IMAGE,
  'icon/': OF_IMAGE,
  'smaller/': OF_IMAGE,
  'film/': OF_FILM,
  'partial/': OF_UPLOAD,
}

/**
 * Removes blobs that no row knows: left by a process that died between file and row, or between row and file. Rejects, and
 * removes nothing, where the database is older than the photos.
 */
export async function sweepBlobs(
  db: Database,
  blobs: BlobStore,
  olderThanMs: number,
): Promise<number> {
  const behind = await findBehind(db, blobs)
  if (behind) {
    throw new Error(
      `nothing is removed: the database is older than the photos (it has numbered its own up to ${behind.given}, and there are some up to ${behind.newest}), so start the server again, which says what to do`,
    )
  }
  let removed = await blobs.sweep(olderThanMs)
  for (const [prefix, known] of Object.entries(KINDS)) {
    for await (const batch of inBatches(blobs.list(prefix), olderThanMs)) {
      const names = await listKnown(db, known, batch)
      for (const blob of batch) {
        if (names.has(nameOf(blob))) continue
        // A row may have come to know it meanwhile.
        if ((await listKnown(db, known, [blob])).size > 0) continue
        await blobs.delete(blob.key)
        removed += 1
      }
    }
  }
  return removed
}

async function* inBatches(
  listed: AsyncIterable<ListedBlob>,
  olderThanMs: number,
): AsyncGenerator<ListedBlob[]> {
  let batch: ListedBlob[] = []
  for await (const blob of listed) {
    // Neither one whose age the store does not tell.
    if (!(Date.now() - blob.modified.getTime() >= olderThanMs)) continue
    batch.push(blob)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function listKnown(
  db: Queries,
  known: Known,
  batch: readonly ListedBlob[],
): Promise<Set<string>> {
  const rows = await db.all<{ name: string }>(known(sqlList(batch.map(nameOf))))
  return new Set(rows.map(({ name }) => name))
}

function nameOf({ key }: ListedBlob): string {
  return key.split('/').at(-1)?.split('.')[0] ?? ''
}

/** An upload of which no byte has come has nothing to go on with. */
const EMPTY_MS = 24 * 60 * 60_000

/** Forgets uploads that nobody has gone on with for days, and their bytes; those without a byte after one. */
export async function sweepUploads(
  { db, blobs, log }: { db: Database; blobs: BlobStore; log: Log },
  nowMs: number,
): Promise<void> {
  const isEmpty = sql`state = 'open' and received = 0`
  const over = sql`
    expires_at <= ${nowMs}
    or (${isEmpty} and expires_at <= ${nowMs + UPLOAD_LIFETIME_MS - EMPTY_MS})`
  const blobNames = await db.transaction((tx) => forgetUploads(tx, over))
  await removeBlobs({ blobs, log }, blobNames.map(partKey))
}
