import type { BlobStore, ListedBlob } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Database, Queries, Sql } from '../db/sql.ts'
import { countFileOf, listCountedKeys } from '../events/event-files.ts'
import { findEventOfImage } from '../events/events.ts'
import type { Log } from '../log.ts'
import { partKey } from './append-bytes.ts'
import { findBehind } from './newest-photo.ts'
import { forgetUploads } from './upload-rows.ts'

/** A blob lies there before its row: only what is older than any upload can take is an orphan. Swept every ten minutes, it is gone within the hour. */
export const ORPHAN_AGE_MS = 45 * 60_000
/** The database is asked for so many names in one statement. */
const AT_ONCE = 500

interface Kind {
  /** Selects those of the names that a row knows, each as `name`. */
  known: (names: Sql) => Sql
  /** The event whose own file it is. */
  eventOf?: (db: Queries, name: string) => Promise<number | undefined>
}

const OF_POST: Kind = {
  known: (names) => sql`select media_name as name from posts where media_name in (${names})`,
}
const OF_IMAGE: Kind = {
  known: (names) => sql`
    select profile_image as name from events where profile_image in (${names})
    union all
    select banner as name from events where banner in (${names})`,
  eventOf: findEventOfImage,
}
const OF_FILM: Kind = {
  known: (names) => sql`select media_name as name from films where media_name in (${names})`,
  eventOf: findEventOfFilm,
}
const OF_UPLOAD: Kind = {
  known: (names) => sql`select blob_name as name from upload_parts where blob_name in (${names})`,
}
const KINDS: Readonly<Record<string, Kind>> = {
  'original/': OF_POST,
  'full/': OF_POST,
  'thumb/': OF_POST,
  'event/': OF_IMAGE,
  'icon/': OF_IMAGE,
  'smaller/': OF_IMAGE,
  'film/': OF_FILM,
  'partial/': OF_UPLOAD,
}

/**
 * Removes blobs that no row knows: left by a process that died between file and row, or between row and file. Counts files of events that
 * were stored before they were counted. Rejects, and removes nothing, where the database is older than the photos.
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
  const counted = await listCountedKeys(db)
  for (const [prefix, kind] of Object.entries(KINDS)) {
    for await (const batch of inBatches(blobs.list(prefix), olderThanMs)) {
      const known = await listKnown(db, kind, batch)
      for (const blob of batch) {
        if (!known.has(nameOf(blob))) removed += await removeOrphan({ db, blobs }, kind, blob)
        else if (kind.eventOf && !counted.has(blob.key)) await countBlob(db, kind, blob)
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
  { known }: Kind,
  batch: readonly ListedBlob[],
): Promise<Set<string>> {
  const rows = await db.all<{ name: string }>(known(sqlList(batch.map(nameOf))))
  return new Set(rows.map(({ name }) => name))
}

/** Gives how many were removed: none where a row has come to know the blob meanwhile. */
async function removeOrphan(
  { db, blobs }: { db: Queries; blobs: BlobStore },
  kind: Kind,
  blob: ListedBlob,
): Promise<number> {
  if ((await listKnown(db, kind, [blob])).size > 0) return 0
  await blobs.delete(blob.key)
  return 1
}

async function countBlob(db: Database, { eventOf }: Kind, blob: ListedBlob): Promise<void> {
  const { key, size: bytes } = blob
  const find = async (tx: Queries) => eventOf?.(tx, nameOf(blob))
  await db.transaction((tx) => countFileOf(tx, () => find(tx), { key, bytes }))
}

function nameOf({ key }: ListedBlob): string {
  return key.split('/').at(-1)?.split('.')[0] ?? ''
}

async function findEventOfFilm(db: Queries, media_name: string): Promise<number | undefined> {
  const film = await db.get<{ event_id: number }>(
    sql`select event_id from films where media_name = ${media_name}`,
  )
  return film?.event_id
}

/** Forgets uploads that nobody has gone on with for days, and their bytes. */
export async function sweepUploads(
  { db, blobs, log }: { db: Database; blobs: BlobStore; log: Log },
  nowMs: number,
): Promise<void> {
  const blobNames = await db.transaction((tx) => forgetUploads(tx, sql`expires_at <= ${nowMs}`))
  await removeBlobs({ blobs, log }, blobNames.map(partKey))
}
