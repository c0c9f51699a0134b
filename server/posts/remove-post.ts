import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { mediaKeys } from './post-media.ts'
import { deletePost } from './posts.ts'

export interface RemovePostParts {
  db: Database
  blobs: BlobStore
  log: Log
  now: () => number
}

/** Deletes a post, and once that is for good its files. One that is gone is deleted already. */
export async function removePost(
  { db, blobs, log, now }: RemovePostParts,
  post_id: number,
): Promise<void> {
  const deleted = await db.transaction((tx) => deletePost(tx, post_id, now()))
  if (deleted) await removeBlobs({ blobs, log }, Object.values(mediaKeys(deleted.media_name)))
}
