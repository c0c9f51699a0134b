import type { Post, User } from '../../contract/entities.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { StorageFull } from '../outages.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { requireStillOpen } from '../events/require-event.ts'
import { HttpError } from '../http/http-error.ts'
import { enqueueFairly, LONG_SHARE_MS } from '../jobs/jobs.ts'
import { captureTime, stateMoment } from '../../contract/capture-time.ts'
import type { StatedTime } from '../../contract/capture-time.ts'
import { insertPost, postOfKey } from '../posts/posts.ts'
import type { PostRow } from '../posts/posts.ts'
import { readPost } from '../posts/read-posts.ts'
import type { SignedMedia } from '../posts/post-media.ts'
import { requireAccount } from '../users/users.ts'
import { PHOTO_QUEUE } from './process-photo.ts'
import { VIDEO_QUEUE } from './work-on-posts.ts'
import type { ReceivedPhoto } from './receive-photo.ts'
import { requireUploadQuota, requireWindow } from './upload-limits.ts'
import type { UploadLimits } from './upload-limits.ts'
import { isCancelled } from './upload-rows.ts'

/** Where what was received waits, by its kind. */
export const QUEUES: Readonly<Record<Post['kind'], string>> = {
  photo: PHOTO_QUEUE,
  video: VIDEO_QUEUE,
}

/** Has what was received wait for what is made of it, in turns with other guests. */
export async function enqueuePost(
  tx: Queries,
  { id, user_id, kind }: Pick<PostRow, 'id' | 'user_id' | 'kind'>,
  nowMs: number,
): Promise<void> {
  const job = { payload: { post_id: id }, user_id }
  await enqueueFairly(tx, QUEUES[kind], job, nowMs, kind === 'video' ? LONG_SHARE_MS : undefined)
}

interface Owner {
  event: SeenEvent
  user: User
  idempotencyKey: string | undefined
}

interface NewReceived extends Owner {
  media_name: string
  fields: Omit<StatedTime, 'filename'> & {
    description?: string
    original_sha256?: string | undefined
  }
  photo: ReceivedPhoto
  limits: UploadLimits
  /** For the answer; absent: nobody reads it. */
  signedMedia?: SignedMedia
  now: number
  /** What belongs in the post's transaction; rejecting keeps nothing. */
  alongside?: (tx: Queries) => Promise<void>
}

/** The post that this key made before. Rejects with 410 where it was deleted since: it stays deleted. */
export async function readKeyedPost(
  db: Queries,
  { event, user, idempotencyKey }: Owner,
): Promise<PostRow | undefined> {
  if (idempotencyKey === undefined) return undefined
  const found = await postOfKey(db, { user_id: user.id, event_id: event.id, key: idempotencyKey })
  if (found?.state === 'deleted') throw new HttpError('post_deleted')
  return found?.post
}

/** Within a transaction, has no post be made in this event, and no upload be cancelled, until it ends. */
export async function lockUploads(tx: Transaction, event_id: number): Promise<void> {
  await tx.lock(`uploads:${event_id}`)
}

/**
 * Makes a received photo or video a post with the job that processes it, in one transaction; or finds the post its key made before,
 * and drops the bytes received again. Rejects with 401 (the account is gone), 403 (the event was paused or closed meanwhile), 404
 * (it is gone), 410 (deleted since, or its upload cancelled meanwhile) or 422 (the key stands for other bytes), or where there is no
 * room for another photo any more, keeping nothing.
 */
export async function storeReceived(
  db: Database,
  blobs: BlobStore,
  upload: NewReceived,
): Promise<{ post: Post; isNew: boolean }> {
  const { event, user, photo } = upload
  try {
    const { id, isNew } = await db.transaction(async (tx) => {
      await requireAccount(tx, user.id)
      // One after the other, so that a key makes one post and the last place is taken once.
      await lockUploads(tx, event.id)
      const current = await requireStillOpen(tx, event, upload.now)
      const known = await readKeyedPost(tx, upload)
      await upload.alongside?.(tx)
      if (!known) {
        await requireWanted(tx, upload)
        requireWindow(current, upload.now)
        await requireUploadQuota(tx, { eventId: event.id, userId: user.id }, upload.limits)
        return { id: await insertReceived(tx, upload), isNew: true }
      }
      if (known.sha256 === photo.sha256) return { id: known.id, isNew: false }
      throw new HttpError('key_reused')
    })
    if (!isNew) await blobs.delete(photo.key)
    const post = await readPost(db, event, id, upload.signedMedia)
    if (!post) throw new HttpError('post_deleted')
    return { post, isNew }
  } catch (error) {
    // After a surprise nobody knows whether the row was committed: its file stays, and a sweep finds it if it is an orphan.
    const isKnown = error instanceof HttpError || error instanceof StorageFull
    if (isKnown) await blobs.delete(photo.key)
    throw error
  }
}

/**
 * Rejects with 410 where the photo was discarded while it came, which another process may have been told. Not as one that was
 * deleted, by which a sender who does not know of that would let go of the only copy.
 */
async function requireWanted(tx: Queries, { event, user, idempotencyKey: key, now }: NewReceived) {
  if (key === undefined) return
  if (await isCancelled(tx, { user_id: user.id, event_id: event.id, key }, now))
    throw new HttpError('upload_gone')
}

async function insertReceived(tx: Queries, upload: NewReceived): Promise<number> {
  const { event, user, photo, fields, now } = upload
  // A smaller photo states what the one it was made of says: that counts before the name.
  const filename = fields.original_sha256 === undefined ? photo.filename : undefined
  const stated = { ...fields, filename }
  const id = await insertPost(tx, {
    event_id: event.id,
    user_id: user.id,
    kind: photo.kind,
    idempotency_key: upload.idempotencyKey,
    sha256: photo.sha256,
    original_sha256: fields.original_sha256 ?? null,
    size: photo.size,
    type: photo.type,
    media_name: upload.media_name,
    original_date: captureTime(photo.exif, stated, now) ?? stateMoment(now, fields),
    orientation: photo.exif.orientation ?? 1,
    timezone: fields.timezone,
    description: fields.description ?? '',
    created_at: now,
  })
  await enqueuePost(tx, { id, user_id: user.id, kind: photo.kind }, now)
  return id
}
