import type { Parts } from '../events/parts.ts'
import { BlobError } from '../blobs/blob-store.ts'
import { HttpError } from '../http/http-error.ts'
import type { Post } from '../../contract/entities.ts'
import type { Exif } from '../../contract/exif.ts'
import { readExif } from '../media/exif-file.ts'
import type { PhotoType } from '../../contract/photo-type.ts'
import type { VideoType } from '../../contract/video-type.ts'
import { NO_END } from '../media/jpeg-file.ts'
import { inspectPhoto } from '../media/inspect-photo.ts'

/** What is seen of a photo or video by its bytes alone. */
export interface Seen {
  kind: Post['kind']
  type: PhotoType | VideoType
  /** Of a video its times alone. */
  exif: Exif
}

export interface ReceivedPhoto extends Seen {
  key: string
  size: number
  sha256: string
  /** As its sender calls it. */
  filename: string | undefined
}

export interface ReceiveParts extends Pick<Parts, 'blobs'> {
  /** Whether a JPEG that lacks its end has all its pixels all the same. */
  isWholeJpeg: (file: string) => Promise<boolean>
}

interface SentFile {
  stream: AsyncIterable<Uint8Array>
  filename?: string | undefined
}

/** What speaks against a photo by its bytes alone. */
export const PHOTO_REFUSALS = ['unsupported_image', 'damaged_image', 'too_many_pixels'] as const
type PhotoRefusal = (typeof PHOTO_REFUSALS)[number]

export function refusePhoto(code: PhotoRefusal | 'too_large'): HttpError {
  return new HttpError(code, { field: 'image' })
}

/**
 * Streams a photo into the blob store under `key`. Rejects with 413, 415 (not an image by its bytes), 422 (damage that its
 * structure shows, or more pixels than are decoded) or `StorageFull`; nothing is kept then.
 */
export function receivePhoto(
  parts: ReceiveParts,
  key: string,
  file: SentFile,
  maxBytes: number,
): Promise<ReceivedPhoto> {
  return receiveFile(parts, key, file, { maxBytes, look: (stored) => lookAtPhoto(parts, stored) })
}

/** Streams a file into the blob store under `key`, which `look` may refuse: nothing is kept then. */
export async function receiveFile(
  { blobs }: Pick<Parts, 'blobs'>,
  key: string,
  { stream, filename }: SentFile,
  { maxBytes, look }: { maxBytes: number; look: (stored: string) => Promise<Seen> },
): Promise<ReceivedPhoto> {
  let seen: Seen | undefined
  try {
    const stored = await blobs.put(key, stream, {
      limitBytes: maxBytes,
      inspect: async (file) => {
        seen = await look(file)
      },
    })
    if (!seen) throw new Error('a photo was kept without being looked at')
    return { key, filename, ...stored, ...seen }
  } catch (error) {
    throw asHttpError(error)
  }
}

export async function lookAtPhoto(
  { isWholeJpeg }: Pick<ReceiveParts, 'isWholeJpeg'>,
  file: string,
): Promise<Seen> {
  const [type, exif] = await Promise.all([checkPhoto(file, isWholeJpeg), readExif(file)])
  return { kind: 'photo', type, exif }
}

async function checkPhoto(
  file: string,
  isWholeJpeg: ReceiveParts['isWholeJpeg'],
): Promise<PhotoType> {
  const { type, damage, hasTooManyPixels } = await inspectPhoto(file)
  if (!type) throw refusePhoto('unsupported_image')
  if (hasTooManyPixels) throw refusePhoto('too_many_pixels')
  if (damage && !(damage === NO_END && (await isWholeJpeg(file))))
    throw refusePhoto('damaged_image')
  return type
}

/** What a refusal of the blob store means to who sends a photo. */
export function asHttpError(error: unknown): unknown {
  if (!(error instanceof BlobError)) return error
  if (error.reason === 'too_large') return refusePhoto('too_large')
  return error
}
