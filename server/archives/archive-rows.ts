import { randomBytes, hash } from 'node:crypto'
import { ARCHIVE_BEGIN_MS, ARCHIVE_RESUME_MS } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Sql, Transaction } from '../db/sql.ts'
import { isOfRendition } from './archive-files.ts'
import type { ArchivedPost, ArchiveFile } from './archive-files.ts'

/** Whose photos an archive has. */
export interface ArchiveScope {
  event_id: number
  /** Absent: everyone's. */
  user_id?: number | undefined
}

export interface ListedFile
  extends
    Pick<ArchivedPost, 'id' | 'original_date'>,
    Pick<ArchiveFile, 'type' | 'size' | 'crc32'> {}

interface ArchiveRow {
  event_id: number
  user_id: number
  post_ids: number[]
  etag: string
}

const TICKET_BYTES = 16

/** How many photos an archive would have, and of how many it is known what it takes. */
export async function countFiles(
  db: Queries,
  scope: ArchiveScope,
): Promise<{ photos: number; known: number }> {
  const row = await db.get<{ photos: number; known: number }>(sql`
    select count(*) as photos, count(f.post_id) as known
      from posts p
      left join archive_files f on f.post_id = p.id
     where ${isIn(scope)}`)
  return row ?? { photos: 0, known: 0 }
}

/** The photos behind post `after` of which it is not known yet what an archive takes, the oldest first. */
export async function listUnknown(
  db: Queries,
  scope: ArchiveScope,
  { after, count }: { after: number; count: number },
): Promise<ArchivedPost[]> {
  return db.all<ArchivedPost>(sql`
    select p.id, p.kind, p.media_name, p.original_date, p.orientation, p.lacks_full, p.clean_type
      from posts p
      left join archive_files f on f.post_id = p.id
     where ${isIn(scope)} and p.id > ${after} and f.post_id is null
     order by p.id
     limit ${count}`)
}

/** All photos of which it is not known yet what an archive takes. */
export async function listUnknownIds(db: Queries, scope: ArchiveScope): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    select p.id
      from posts p
      left join archive_files f on f.post_id = p.id
     where ${isIn(scope)} and f.post_id is null`)
  return rows.map(({ id }) => id)
}

/** Stores what archives take of a photo; nothing where its files lie elsewhere by now, or it was deleted, or it is stored already. */
export async function storeFile(
  tx: Transaction,
  { id, media_name }: Pick<ArchivedPost, 'id' | 'media_name'>,
  { type, size, crc32, content }: ArchiveFile,
): Promise<void> {
  // Who gives it another name holds its row as well: what was found under the old one is not stored behind that.
  await tx.lockRow('posts', id)
  await tx.run(sql`
    insert into archive_files (post_id, type, size, crc32, content)
    select id, cast(${type} as text), cast(${size} as bigint), cast(${crc32} as bigint), cast(${JSON.stringify(content)} as text)
      from posts where id = ${id} and media_name = ${media_name}
    on conflict (post_id) do nothing`)
}

/** Has it found anew what archives take of a photo whose renditions are others now, where they take one of these. */
export async function forgetRendition(db: Queries, post_id: number): Promise<void> {
  const file = await db.get<{ content: string }>(
    sql`select content from archive_files where post_id = ${post_id}`,
  )
  const content = file && (JSON.parse(file.content) as ArchiveFile['content'])
  if (content && isOfRendition(content)) {
    await db.run(sql`delete from archive_files where post_id = ${post_id}`)
  }
}

/** Has photos of which nothing could be read tried again: what was not there may be back. */
export async function forgetUnreadable(db: Queries): Promise<void> {
  await db.run(sql`delete from archive_files where size = 0`)
}

/** The photos that an archive has now, without those of which nothing can be read. */
export async function listFiles(db: Queries, scope: ArchiveScope): Promise<ListedFile[]> {
  return db.all<ListedFile>(sql`
    select p.id, p.original_date, f.type, f.size, f.crc32
      from posts p
      join archive_files f on f.post_id = p.id
     where ${isIn(scope)} and f.size > 0
     order by p.original_date, p.id`)
}

/** Where the bytes of a photo are; undefined where it is not shown any more. */
export async function findContent(
  db: Queries,
  post_id: number,
): Promise<{ media_name: string; content: ArchiveFile['content'] } | undefined> {
  const row = await db.get<{ media_name: string; content: string }>(sql`
    select p.media_name, f.content
      from posts p
      join archive_files f on f.post_id = p.id
     where p.id = ${post_id} and p.status = 'COMPLETED'`)
  return row && { ...row, content: JSON.parse(row.content) as ArchiveFile['content'] }
}

/** Notes that somebody wants this archive; gives the ticket by which it is downloaded. */
export async function addArchive(
  tx: Queries,
  { event_id, user_id, post_ids, etag }: ArchiveRow,
  nowMs: number,
): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  await tx.run(sql`
    insert into archives (ticket_hash, event_id, user_id, post_ids, etag, asked_at)
    values (${hashOf(ticket)}, ${event_id}, ${user_id}, ${JSON.stringify(post_ids)}, ${etag}, ${nowMs})`)
  return ticket
}

/** The archive of a ticket, for 10 minutes, and once its download has begun for 24 hours. */
export async function findArchive(
  db: Queries,
  ticket: string,
  nowMs: number,
): Promise<ArchiveRow | undefined> {
  const row = await db.get<Omit<ArchiveRow, 'post_ids'> & { post_ids: string }>(sql`
    select event_id, user_id, post_ids, etag from archives
     where ticket_hash = ${hashOf(ticket)}
       and (asked_at > ${nowMs - ARCHIVE_BEGIN_MS}
            or (begun_at is not null and asked_at > ${nowMs - ARCHIVE_RESUME_MS}))`)
  return row && { ...row, post_ids: JSON.parse(row.post_ids) as number[] }
}

/** False where its download has begun before. */
export async function noteBegun(db: Queries, ticket: string, nowMs: number): Promise<boolean> {
  const begun = await db.run(sql`
    update archives set begun_at = ${nowMs} where ticket_hash = ${hashOf(ticket)} and begun_at is null`)
  return begun === 1
}

export async function pruneArchives(db: Queries, nowMs: number): Promise<void> {
  await db.run(sql`
    delete from archives
     where asked_at <= ${nowMs - ARCHIVE_RESUME_MS}
        or (begun_at is null and asked_at <= ${nowMs - ARCHIVE_BEGIN_MS})`)
}

function isIn({ event_id, user_id }: ArchiveScope): Sql {
  const ofUser = user_id === undefined ? sql`` : sql`and p.user_id = ${user_id}`
  return sql`p.event_id = ${event_id} and p.status = 'COMPLETED' ${ofUser}`
}

function hashOf(ticket: string): string {
  return hash('sha256', ticket)
}
