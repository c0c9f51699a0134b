import { createHash } from 'node:crypto'
import type { User } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { newMediaName } from '../blobs/media-name.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import type { EventRow } from '../events/events.ts'
import { HttpError } from '../http/http-error.ts'
import type { Log } from '../log.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { checksumMismatch, partKey } from './append-bytes.ts'
import type { AppendParts } from './append-bytes.ts'
import { keepPhoto, readKeyedPost } from './keep-photo.ts'
import { photoRefusals, receivePhoto } from './receive-photo.ts'
import { parseMetadata } from './tus-headers.ts'
import type { UploadLimits } from './upload-limits.ts'
import { emptyUpload, listParts, markDone, markRefused } from './upload-rows.ts'
import type { UploadPart, UploadRow } from './upload-rows.ts'

export interface FinishParts extends AppendParts {
  limits: UploadLimits
  log: Log
  onQueued: () => void
}

export interface UploadOwner {
  event: EventRow
  user: User
}

/** Refusals that say something about the photo itself: it will not be another one the next time. */
const FOR_GOOD: Readonly<Record<string, HttpError>> = {
  ...photoRefusals,
  key_reused: new HttpError(422, texts.server.keyReused, 'key_reused'),
}

/**
 * Makes a post of an upload that is whole, once, however often this is asked for; one that is not whole stays as it is. Rejects with
 * what speaks against the post: 415 and 422 for good, 410 where it was deleted since, 460 where the bytes are not those meant (the
 * upload is empty then), and what may pass (403 `limit_reached`, 429, 507).
 */
export async function settleUpload(
  parts: FinishParts,
  owner: UploadOwner,
  upload: UploadRow,
): Promise<UploadRow> {
  if (upload.state === 'refused') throw FOR_GOOD[upload.refusal ?? ''] ?? uploadGone()
  if (upload.state === 'done') {
    const post = await readKeyedPost(parts.db, { ...owner, idempotencyKey: upload.idempotency_key })
    if (!post) throw uploadGone()
    return upload
  }
  if (upload.received < upload.length) return upload
  await finishUpload(parts, owner, upload)
  return { ...upload, state: 'done' }
}

async function finishUpload(
  parts: FinishParts,
  owner: UploadOwner,
  upload: UploadRow,
): Promise<void> {
  const { db, blobs, log } = parts
  const pieces = await listParts(db, upload.id)
  const removePieces = () =>
    removeBlobs(
      { blobs, log },
      pieces.map(({ blob_name }) => partKey(blob_name)),
    )
  try {
    await makePost(parts, owner, upload, pieces)
    await removePieces()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.code in FOR_GOOD) {
      await markRefused(db, upload.id, error.code)
      await removePieces()
    } else if (error.code === checksumMismatch().code) {
      await emptyUpload(db, upload.id)
      await removePieces()
    }
    throw error
  }
}

/** The same way that a multipart upload takes, from its bytes on. */
async function makePost(
  { db, blobs, limits, now, onQueued }: FinishParts,
  { event, user }: UploadOwner,
  upload: UploadRow,
  pieces: readonly UploadPart[],
): Promise<void> {
  const media_name = newMediaName()
  const stream = joined(blobs, pieces, upload.sha256)
  const { original } = mediaKeys(media_name)
  const photo = await receivePhoto(blobs, original, { stream }, upload.length)
  const { isNew } = await keepPhoto(db, blobs, {
    event,
    user,
    idempotencyKey: upload.idempotency_key,
    media_name,
    fields: parseMetadata(upload.metadata),
    photo,
    limits,
    now: now(),
    alongside: async (tx) => {
      if (!(await markDone(tx, upload.id))) throw uploadGone()
    },
  })
  if (isNew) onQueued()
}

/** The pieces as one. Breaks off at the end where they are not what their sender meant, so that nobody keeps them. */
async function* joined(
  blobs: BlobStore,
  pieces: readonly UploadPart[],
  sha256: string | null,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for (const { blob_name } of pieces) {
    const piece = await blobs.open(partKey(blob_name))
    // A lost piece: its sender has it still.
    if (!piece) throw checksumMismatch()
    for await (const bytes of piece.stream) {
      hash.update(bytes)
      yield bytes
    }
  }
  if (sha256 !== null && hash.digest('hex') !== sha256) throw checksumMismatch()
}

export function uploadGone(): HttpError {
  return new HttpError(410, texts.server.uploadGone, 'upload_gone')
}
