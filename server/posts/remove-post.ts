import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { recordAct } from '../events/audit.ts'
import type { OwnersAct } from '../events/audit.ts'
import { mediaKeys } from './post-media.ts'
import { deletePost } from './posts.ts'

export interface RemovePostParts {
  db: Database
  blobs: BlobStore
  log: Log
  now: () => number
}

/**
 * Deletes a post, and once that is for good its files; resolves to how many files there were. One that is gone is deleted already. `act`
 * is written down where the owner deletes it.
 */
export async function removePost(
  { db, blobs, log, now }: RemovePostParts,
  post_id: number,
  act?: OwnersAct,
): Promise<number> {
  const deleted = await db.transaction(async (tx) => {
    const post = await deletePost(tx, post_id, now())
    if (post && act) await recordAct(tx, act, now())
    return post
  })
  return deleted ? removeBlobs({ blobs, log }, Object.values(mediaKeys(deleted.media_name))) : 0
}
