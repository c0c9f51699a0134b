import { randomUUID } from 'node:crypto'
import { UPLOAD_LIFETIME_MS, UPLOAD_METADATA } from '../../contract/tus-protocol.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { requireAccount } from '../users/users.ts'
import { HttpError } from '../http/http-error.ts'
import { partKey } from './append-bytes.ts'
import type { FinishParts, UploadOwner } from './finish-upload.ts'
import { readKeyedPost } from './store-received.ts'
import { refusePhoto } from './receive-photo.ts'
import { isVideoUpload, refuseVideo } from './receive-video.ts'
import { parseMetadata, readLength } from './tus-headers.ts'
import { requireStorage } from './storage-room.ts'
import { requireUploadQuota } from './upload-limits.ts'
import { beginUpload, forgetUploads } from './upload-rows.ts'
import type { UploadRow } from './upload-rows.ts'

/**
 * Uploads that one user may have open, or cancelled a while ago, in one event; one more, and the one that was cancelled or has
 * waited longest is forgotten.
 */
const OPEN_MAX = 200
/** What is open of one user, in all events, may come to so many of the largest videos, and to so many bytes at least. */
const OPEN_VIDEOS = 4
const OPEN_BYTES = 2 * 1024 ** 3
/** Those that nobody has gone on with for so long make room for others. */
const IDLE_MS = 60 * 60_000

/**
 * Begins the upload that a request's headers describe, or finds the one that its key began before; where the key has made a post
 * already, the upload is done. Rejects with 400, 401 (the account is gone), 403 (`limit_reached`), 410 (the post was deleted),
 * 413, 415, 422 (the key stands for another photo) or 429, before any byte of the photo.
 */
export async function createUpload(
  parts: FinishParts,
  { event, user }: UploadOwner,
  headers: Headers,
): Promise<{ upload: UploadRow; isNew: boolean }> {
  const { db, limits } = parts
  const length = readLength(headers)
  const metadata = headers.get(UPLOAD_METADATA) ?? ''
  const { key: idempotencyKey = randomUUID(), sha256 = null, filetype } = parseMetadata(metadata)

  const post = await readKeyedPost(db, { event, user, idempotencyKey })
  if (!post) await requireUploadQuota(db, { eventId: event.id, userId: user.id }, limits)
  if (!post) await requireStorage(parts.storage, event)
  if (!post) requireRoom(parts, length, isVideoUpload(event, filetype))
  if (length === 0) throw refusePhoto('unsupported_image')
  if (post) requireSame({ length: post.size, sha256: post.sha256 }, { length, sha256 })

  const begun = await begin(parts, {
    event_id: event.id,
    user_id: user.id,
    idempotency_key: idempotencyKey,
    length,
    received: post ? length : 0,
    sha256,
    metadata,
    state: post ? 'done' : 'open',
  })
  requireSame(begun.upload, { length, sha256 })
  return begun
}

/** Throws 413. */
function requireRoom(parts: FinishParts, length: number, isVideo: boolean): void {
  const { maxUploadBytes, videoLimits } = parts
  if (!isVideo && length > maxUploadBytes) throw refusePhoto('too_large')
  if (isVideo && length > videoLimits.maxVideoBytes) throw refuseVideo('too_large', videoLimits)
}

async function begin(
  { db, blobs, log, now, videoLimits }: FinishParts,
  upload: Parameters<typeof beginUpload>[1],
): ReturnType<typeof beginUpload> {
  const ofUser = sql`user_id = ${upload.user_id} and event_id = ${upload.event_id}`
  // Where there is a post, an upload under its key that is not done is none to go on with, or to cancel.
  const isOver =
    upload.state === 'done'
      ? sql`(expires_at <= ${now()} or state <> 'done')`
      : sql`(expires_at <= ${now()} or state = 'cancelled')`
  const { begun, blobNames } = await db.transaction(async (tx) => {
    await requireAccount(tx, upload.user_id)
    const over = await forgetUploads(
      tx,
      sql`${ofUser} and idempotency_key = ${upload.idempotency_key} and ${isOver}`,
    )
    const begun = await beginUpload(tx, upload, now())
    const idle = begun.isNew
      ? await makeRoom(tx, upload.user_id, videoLimits.maxVideoBytes, now())
      : []
    const tooMany = await forgetUploads(
      tx,
      sql`id in (
        select id from uploads
         where ${ofUser} and state in ('open', 'cancelled') and id <> ${begun.upload.id}
         order by case state when 'open' then 0 else 1 end, expires_at desc, id
         limit ${OPEN_MAX} offset ${OPEN_MAX - 1})`,
    )
    return { begun, blobNames: [...over, ...idle, ...tooMany] }
  })
  await removeBlobs({ blobs, log }, blobNames.map(partKey))
  return begun
}

/** Forgets a user's idle uploads where what is open is too much; rejects with 429 where it is without them. */
async function makeRoom(
  tx: Queries,
  user_id: number,
  maxVideoBytes: number,
  nowMs: number,
): Promise<string[]> {
  const most = Math.max(OPEN_VIDEOS * maxVideoBytes, OPEN_BYTES)
  const ofUser = sql`user_id = ${user_id} and state = 'open'`
  const isIdle = sql`expires_at <= ${nowMs + UPLOAD_LIFETIME_MS - IDLE_MS}`
  const open = await tx.get<{ bytes: number; busy: number }>(sql`
    select cast(sum(length) as bigint) as bytes,
           cast(sum(case when ${isIdle} then 0 else length end) as bigint) as busy
      from uploads where ${ofUser}`)
  if (!open || open.bytes <= most) return []
  if (open.busy > most) throw new HttpError('too_much_unfinished')
  return forgetUploads(tx, sql`${ofUser} and ${isIdle}`)
}

/** One key is one photo. A sender who does not state its hash is taken at the length. */
function requireSame(
  known: Pick<UploadRow, 'length' | 'sha256'>,
  { length, sha256 }: Pick<UploadRow, 'length' | 'sha256'>,
): void {
  const isOther = sha256 !== null && known.sha256 !== null && sha256 !== known.sha256
  if (known.length === length && !isOther) return
  throw new HttpError('key_reused')
}
