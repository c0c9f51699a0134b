import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { sha256Of } from './sized-photos.ts'

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

/** All photos of an Orma in a server's data folder, oldest first; read without the server. */
export async function readStoredPhotos(
  dataDir: string,
  event_hash: string,
): Promise<StoredPhoto[]> {
  const rows = query<{
    id: number
    user_id: number
    status: string
    original_date: string
    sha256: string
    media_name: string
  }>(
    dataDir,
    `select p.id, p.user_id, p.status, p.original_date, p.sha256, p.media_name
       from posts p join events e on e.id = p.event_id
      where e.event_hash = ? order by p.id`,
    event_hash,
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
export function countStoredPhotos(dataDir: string, event_hash: string): number {
  const [row] = query<{ count: number }>(
    dataDir,
    `select count(*) as count from posts p join events e on e.id = p.event_id where e.event_hash = ?`,
    event_hash,
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

export function readWords(dataDir: string, event_hash: string): StoredWords {
  const comments = query<{ content: string }>(
    dataDir,
    `select c.content from comments c join posts p on p.id = c.post_id
       join events e on e.id = p.event_id where e.event_hash = ? order by c.id`,
    event_hash,
  )
  const likes = query<{ post_id: number; user_id: number }>(
    dataDir,
    `select l.post_id, l.user_id from likes l join posts p on p.id = l.post_id
       join events e on e.id = p.event_id where e.event_hash = ?`,
    event_hash,
  )
  return {
    comments: comments.map(({ content }) => content),
    likes: likes.map(({ post_id, user_id }) => `${post_id}:${user_id}`),
  }
}

/** The database's own integrity check; `ok` where nothing is wrong. */
export function checkIntegrity(dataDir: string): string {
  const [row] = query<{ integrity_check: string }>(dataDir, 'pragma integrity_check')
  return row?.integrity_check ?? 'no answer'
}

function query<Row>(dataDir: string, text: string, ...values: string[]): Row[] {
  const db = new DatabaseSync(join(dataDir, 'orma.db'), { readOnly: true, timeout: 10_000 })
  try {
    return db.prepare(text).all(...values) as Row[]
  } finally {
    db.close()
  }
}
