import { createHash } from 'node:crypto'
import type { Parts } from '../events/parts.ts'
import type { User } from '../../contract/entities.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { HttpError } from '../http/http-error.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { partKey } from './append-bytes.ts'
import type { AppendParts } from './append-bytes.ts'
import { QUEUES, storeReceived, readKeyedPost } from './store-received.ts'
import { PHOTO_REFUSALS } from './receive-photo.ts'
import { receiveUpload, VIDEO_REFUSALS } from './receive-video.ts'
import type { ReceiveUploadParts } from './receive-video.ts'
import { parseMetadata } from './tus-headers.ts'
import type { StorageRoom } from './storage-room.ts'
import type { UploadLimits } from './upload-limits.ts'
import { emptyUpload, findUpload, listParts, markDone, POSTER_AT } from './upload-rows.ts'
import { keepPoster } from './video-poster.ts'
import type { UploadPart, UploadRow } from './upload-rows.ts'

export interface FinishParts extends AppendParts, ReceiveUploadParts, Pick<Parts, 'log'> {
  limits: UploadLimits
  storage: StorageRoom
  /** Called when a photo or video waits in this queue. */
  onQueued: (queue: string) => void
}

export interface UploadOwner {
  event: SeenEvent
  user: User
}

/** Refusals of the photo or video itself: another try will not do. */
const FOR_GOOD: readonly string[] = [
  ...PHOTO_REFUSALS,
  ...VIDEO_REFUSALS,
  'too_large',
  'key_reused',
]

/**
 * Makes a post of a whole upload, once, however often it is called; an upload that is not whole stays as it is. Rejects for good
 * with 413, 415 and 422, and forgets the upload then; with 410 where the post was deleted since, with 460 where the bytes are not those of
 * the stated hash (the upload is emptied then), and for now with 403 (`limit_reached`), 415 (`video_needs_ffmpeg`), 429 and 507.
 */
export async function settleUpload(
  parts: FinishParts,
  owner: UploadOwner,
  upload: UploadRow,
): Promise<UploadRow> {
  if (upload.state === 'done') {
    const post = await readKeyedPost(parts.db, { ...owner, idempotencyKey: upload.idempotency_key })
    if (!post) throw new HttpError('upload_gone')
    return upload
  }
  return upload.received < upload.length ? upload : finishUpload(parts, owner, upload)
}

async function finishUpload(
  parts: FinishParts,
  owner: UploadOwner,
  upload: UploadRow,
): Promise<UploadRow> {
  const { db, blobs, log } = parts
  const pieces = await listParts(db, upload.id)
  const removePieces = () =>
    removeBlobs(
      { blobs, log },
      pieces.map(({ blob_name }) => partKey(blob_name)),
    )
  try {
    await makePost(parts, owner, upload, pieces)
  } catch (error) {
    const current = await findUpload(db, upload.id)
    if (!current) throw new HttpError('upload_gone')
    // Another process was faster and has removed the pieces.
    if (current.state !== 'open' || current.received < current.length) {
      return settleUpload(parts, owner, current)
    }
    if (!(error instanceof HttpError)) throw error
    if (FOR_GOOD.includes(error.code)) {
      await db.run(sql`delete from uploads where id = ${upload.id} and state = 'open'`)
      await removePieces()
    } else if (error.code === 'checksum_mismatch') {
      await emptyUpload(db, upload.id)
      await removePieces()
    }
    throw error
  }
  await removePieces()
  return { ...upload, state: 'done' }
}

/** From the bytes on the same as for a multipart upload. */
async function makePost(
  parts: FinishParts,
  { event, user }: UploadOwner,
  upload: UploadRow,
  pieces: readonly UploadPart[],
): Promise<void> {
  const { db, blobs, limits, now, onQueued } = parts
  const media_name = newMediaName()
  const stream = joined(
    blobs,
    pieces.filter(({ start }) => start !== POSTER_AT),
    upload,
  )
  const { original } = mediaKeys(media_name)
  const fields = parseMetadata(upload.metadata)
  const file = { stream, filename: fields.filename }
  const photo = await receiveUpload(parts, original, file, { event, length: upload.length })
  const poster = pieces.find(({ start }) => start === POSTER_AT)
  if (poster && photo.kind === 'video')
    await keepPoster(blobs, partKey(poster.blob_name), media_name)
  const { isNew } = await storeReceived(db, blobs, {
    event,
    user,
    idempotencyKey: upload.idempotency_key,
    media_name,
    fields,
    photo,
    limits,
    now: now(),
    alongside: async (tx) => {
      if (!(await markDone(tx, upload.id))) throw new HttpError('upload_gone')
    },
  })
  if (isNew) onQueued(QUEUES[photo.kind])
}

/** The pieces as one stream, which rejects at its end where length or hash are wrong, so that nothing is kept. */
async function* joined(
  blobs: BlobStore,
  pieces: readonly UploadPart[],
  { length, sha256 }: UploadRow,
): AsyncGenerator<Uint8Array> {
  let size = 0
  const hash = createHash('sha256')
  for (const { blob_name } of pieces) {
    const piece = await blobs.open(partKey(blob_name))
    // A piece is lost. The sender still has its bytes and begins again.
    if (!piece) throw new HttpError('checksum_mismatch')
    for await (const bytes of piece.stream) {
      size += bytes.length
      hash.update(bytes)
      yield bytes
    }
  }
  const isOther = sha256 !== null && hash.digest('hex') !== sha256
  if (size !== length || isOther) throw new HttpError('checksum_mismatch')
}
