import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '../../server/db/sql.ts'
import type { Sql } from '../../server/db/sql.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { withDatabase } from './database-places.ts'
import { sha256Of } from './sized-photos.ts'

/** Where a server keeps its data. */
interface StoredPlace {
  dataDir: string
  databaseAddress: string
}

export interface StoredPhoto {
  postId: number
  userId: number
  status: string
  /** When it was taken, as the server has it. */
  original_date: string
  /** Path of its original. */
  file: string
  /** Hash that the server has of it. */
  sha256: string
  /** Hash of the original on the disk; undefined where there is none. */
  bytesSha256: string | undefined
}

/** All photos of an Orma, oldest first; read without the server. */
export async function readStoredPhotos(
  { dataDir, databaseAddress }: StoredPlace,
  event_hash: string,
): Promise<StoredPhoto[]> {
  const rows = await query<{
    id: number
    user_id: number
    status: string
    original_date: string
    sha256: string
    media_name: string
  }>(
    databaseAddress,
    sql`
      select p.id, p.user_id, p.status, p.original_date, p.sha256, p.media_name
        from posts p join events e on e.id = p.event_id
       where e.event_hash = ${event_hash}
       order by p.id`,
  )
  return Promise.all(
    rows.map(async ({ id, user_id, status, original_date, sha256, media_name }) => {
      const file = join(dataDir, 'blobs', mediaKeys(media_name).original)
      const bytes = await readFile(file).catch(() => undefined)
      return {
        postId: id,
        userId: user_id,
        status,
        original_date,
        file,
        sha256,
        bytesSha256: bytes && sha256Of(bytes),
      }
    }),
  )
}

/** How many photos of an Orma the server has. */
export async function countStoredPhotos(
  { databaseAddress }: StoredPlace,
  event_hash: string,
): Promise<number> {
  const [row] = await query<{ count: number }>(
    databaseAddress,
    sql`
      select count(*) as count from posts p join events e on e.id = p.event_id
       where e.event_hash = ${event_hash}`,
  )
  return row?.count ?? 0
}

/** Comments and likes of the photos of an Orma. */
export interface StoredWords {
  /** Texts, oldest first. */
  comments: string[]
  /** `post:user` */
  likes: string[]
}

export async function readWords(
  { databaseAddress }: StoredPlace,
  event_hash: string,
): Promise<StoredWords> {
  const comments = await query<{ content: string }>(
    databaseAddress,
    sql`
      select c.content from comments c
        join posts p on p.id = c.post_id
        join events e on e.id = p.event_id
       where e.event_hash = ${event_hash}
       order by c.id`,
  )
  const likes = await query<{ post_id: number; user_id: number }>(
    databaseAddress,
    sql`
      select l.post_id, l.user_id from likes l
        join posts p on p.id = l.post_id
        join events e on e.id = p.event_id
       where e.event_hash = ${event_hash}`,
  )
  return {
    comments: comments.map(({ content }) => content),
    likes: likes.map(({ post_id, user_id }) => `${post_id}:${user_id}`),
  }
}

function query<Row>(address: string, statement: Sql): Promise<Row[]> {
  return withDatabase(address, (db) => db.all<Row>(statement))
}
