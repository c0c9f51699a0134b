import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Parts } from '../events/parts.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import { StorageFull } from '../outages.ts'
import { HttpError } from '../http/http-error.ts'
import { receiveBytes } from './arriving-bytes.ts'
import type { ArrivingBytes } from './arriving-bytes.ts'
import { asHttpError, refusePhoto } from './receive-photo.ts'
import type { Checksum } from './tus-headers.ts'
import { addPart } from './upload-rows.ts'
import type { UploadRow } from './upload-rows.ts'

/** A long body is stored in pieces of this size as it comes: no more than one is lost with the server. */
const PIECE_BYTES = 1024 * 1024

export type AppendParts = Pick<Parts, 'db' | 'blobs' | 'now'>

interface Chunk {
  body: Readable
  /** Absent: whatever arrives counts, also of a body that breaks off. */
  checksum: Checksum | undefined
  stop: AbortSignal
}

export function partKey(blob_name: string): string {
  return `partial/${blob_name}`
}

/**
 * Appends bytes to an upload and returns its length then. Each piece is on disk before it is counted.
 * Rejects with 409 (another was faster), 413 (more bytes than the whole has), 460 (not what the checksum says) or `StorageFull`.
 */
export async function appendBytes(
  parts: AppendParts,
  upload: UploadRow,
  { body, checksum, stop }: Chunk,
): Promise<number> {
  const arriving = receiveBytes(body, stop)
  try {
    let received = upload.received
    while (await arriving.hasMore()) {
      const room = upload.length - received
      if (room === 0) throw refusePhoto('too_large')
      const content = checksum
        ? checked(arriving, room, checksum)
        : arriving.take(Math.min(room, PIECE_BYTES))
      received += await storePiece(parts, upload, { start: received, content, arriving })
    }
    return received
  } finally {
    arriving.release()
  }
}

async function storePiece(
  { db, blobs, now }: AppendParts,
  { id, length }: UploadRow,
  piece: { start: number; content: AsyncIterable<Uint8Array>; arriving: ArrivingBytes },
): Promise<number> {
  const { start, content, arriving } = piece
  const blob_name = newMediaName()
  const { size } = await blobs.put(partKey(blob_name), content).catch((error: unknown) => {
    throw asHttpError(error)
  })
  // More bytes than the stated length: the last piece is not kept either.
  const isTooLong = start + size === length && (await arriving.hasMore())
  try {
    if (!isTooLong && (await addPart(db, id, { start, size, blob_name }, now()))) return size
  } catch (error) {
    if (error instanceof StorageFull) await blobs.delete(partKey(blob_name))
    throw error
  }
  await blobs.delete(partKey(blob_name))
  throw isTooLong ? refusePhoto('too_large') : new HttpError('wrong_offset')
}

/** A whole chunk as a stream, which rejects at its end where the checksum is wrong, so that nothing is kept. */
async function* checked(
  arriving: ArrivingBytes,
  room: number,
  { algorithm, hash }: Checksum,
): AsyncGenerator<Uint8Array> {
  const seen = createHash(algorithm)
  for await (const bytes of arriving.take(room)) {
    seen.update(bytes)
    yield bytes
  }
  if (arriving.isCut) throw new HttpError('upload_cut')
  if (await arriving.hasMore()) throw refusePhoto('too_large')
  if (seen.digest('base64') !== hash) throw new HttpError('checksum_mismatch')
}
