import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { mediaKeys } from './post-media.ts'
import { deletePost } from './posts.ts'
import type { PostRow } from './posts.ts'

interface Parts {
  db: Database
  blobs: BlobStore
  log: Log
  now: () => number
}

/** Deletes a post, then its files. A post that is gone is removed already. */
export async function removePost(parts: Parts, post_id: number): Promise<void> {
  const { db, now } = parts
  const media_name = await db.transaction(async (tx) => {
    const post = await tx.get<Pick<PostRow, 'id' | 'event_id' | 'media_name'>>(
      sql`select id, event_id, media_name from posts where id = ${post_id}`,
    )
    if (!post || !(await deletePost(tx, post, now()))) return undefined
    return post.media_name
  })
  if (media_name !== undefined) await removeBlobs(parts, Object.values(mediaKeys(media_name)))
}
