import { randomUUID } from 'node:crypto'
import type { Event, User } from '../../contract/entities.ts'
import type { BlobStore } from '../../server/blobs/blob-store.ts'
import { newMediaName } from '../../server/blobs/media-name.ts'
import type { Database } from '../../server/db/sql.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { failPost, insertPost, publishPost } from '../../server/posts/posts.ts'

export interface PostOptions {
  /** Absent: shown. */
  status?: 'READYFORPROCESSING' | 'FAILEDPROCESSING'
  key?: string
  original_date?: string
}

/** Adds a post with its files, straight into database and blob store; without a store, a post without files. Nothing processes it: it stays as it is. */
export async function addPost(
  { db, blobs, nowMs }: { db: Database; blobs?: BlobStore; nowMs: number },
  { event, author }: { event: Pick<Event, 'id'>; author: Pick<User, 'id'> },
  { status, key, original_date }: PostOptions = {},
): Promise<{ id: number; media_name: string }> {
  const media_name = newMediaName()
  for (const blobKey of Object.values(mediaKeys(media_name))) {
    await blobs?.put(blobKey, Buffer.from(blobKey))
  }
  const id = await db.transaction((tx) =>
    insertPost(tx, {
      event_id: event.id,
      user_id: author.id,
      idempotency_key: key ?? randomUUID(),
      sha256: '0'.repeat(64),
      size: 1000,
      type: 'jpeg',
      media_name,
      original_date: original_date ?? '2026-06-20T18:30:00+02:00',
      timezone: 'Europe/Paris',
      description: '1',
      created_at: nowMs,
    }),
  )
  const made = { width: 2560, height: 1920, thumbhash: 'AAAA', rendition_bytes: 500 }
  if (status === undefined) await db.transaction((tx) => publishPost(tx, id, made))
  if (status === 'FAILEDPROCESSING') await db.transaction((tx) => failPost(tx, id))
  return { id, media_name }
}
