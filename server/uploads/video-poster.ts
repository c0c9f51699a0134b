import type { api } from '../../contract/api.ts'
import { POSTER } from '../../contract/limits.ts'
import { UPLOAD_POSTER } from '../../contract/tus-protocol.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { EventRow } from '../events/events.ts'
import type { Context } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { partKey } from './append-bytes.ts'
import { receiveBytes } from './arriving-bytes.ts'
import type { ArrivingBytes } from './arriving-bytes.ts'
import { lookAtPhoto, receiveFile, refusePhoto } from './receive-photo.ts'
import type { ReceiveParts, Seen } from './receive-photo.ts'
import { isVideoUpload } from './receive-video.ts'
import type { CallParts, OwnUpload } from './resumable-calls.ts'
import { parseMetadata } from './tus-headers.ts'
import { addPoster, hasPoster } from './upload-rows.ts'
import type { UploadRow } from './upload-rows.ts'

/** Asks for a video's poster, where none can be made here and it did not come yet: a worker with ffmpeg makes one all the same. */
export async function posterHeader(
  { db, missingHere }: Pick<CallParts, 'db' | 'missingHere'>,
  event: EventRow,
  { id, state, metadata }: UploadRow,
): Promise<Record<string, string>> {
  const isVideo = state === 'open' && isVideoUpload(event, parseMetadata(metadata).filetype)
  if (!isVideo || !(await missingHere()) || (await hasPoster(db, id))) return {}
  return { [UPLOAD_POSTER]: 'wanted' }
}

/** Stores the poster of an upload, unless it has one. Rejects with 409 where it is a post already, and as `receivePhoto` does. */
export async function receivePoster(
  parts: CallParts,
  { loaded: { upload }, headers, readBytes }: Context<typeof api.sendPoster, OwnUpload>,
): Promise<undefined> {
  const { db, blobs } = parts
  if (upload.state === 'done') throw new HttpError('upload_finished')
  const declared = Number(headers.get('content-length') ?? 0)
  if (declared > POSTER.bytesMax) throw refusePhoto('too_large')
  const blob_name = newMediaName()
  const arriving = receiveBytes(readBytes(), new AbortController().signal)
  try {
    const { size } = await receiveFile(
      parts,
      partKey(blob_name),
      { stream: wholeOf(arriving) },
      { maxBytes: POSTER.bytesMax, look: (stored) => lookAtPoster(parts, stored) },
    )
    const isTaken = await addPoster(db, upload.id, { size, blob_name })
    if (!isTaken) await blobs.delete(partKey(blob_name))
  } finally {
    arriving.release()
  }
  return undefined
}

/** One byte more than there may be shows that it is too large. */
async function* wholeOf(arriving: ArrivingBytes): AsyncGenerator<Uint8Array> {
  yield* arriving.take(POSTER.bytesMax + 1)
  if (arriving.isCut) throw new HttpError('upload_cut')
}

async function lookAtPoster(parts: ReceiveParts, file: string): Promise<Seen> {
  const seen = await lookAtPhoto(parts, file)
  if (seen.type !== 'jpeg') throw refusePhoto('unsupported_image')
  return seen
}

/** Puts a poster where the large picture that is made of it will lie, and which nobody is given the address of before. */
export async function keepPoster(
  blobs: BlobStore,
  piece: string,
  media_name: string,
): Promise<void> {
  const poster = await blobs.open(piece)
  if (poster) await blobs.put(mediaKeys(media_name).full, poster.stream)
}
