import type { Parts } from '../events/parts.ts'
import { BlobError } from '../blobs/blob-store.ts'
import { HttpError } from '../http/http-error.ts'
import type { Exif } from '../../contract/exif.ts'
import { readExif } from '../media/exif-file.ts'
import type { PhotoType } from '../../contract/photo-type.ts'
import { NO_END } from '../media/jpeg-file.ts'
import { inspectPhoto } from '../media/inspect-photo.ts'

export interface ReceivedPhoto {
  key: string
  size: number
  sha256: string
  type: PhotoType
  exif: Exif
  /** As its sender calls it. */
  filename: string | undefined
}

export interface ReceiveParts extends Pick<Parts, 'blobs'> {
  /** Whether a JPEG that lacks its end has all its pixels all the same. */
  isWholeJpeg: (file: string) => Promise<boolean>
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
export async function receivePhoto(
  { blobs, isWholeJpeg }: ReceiveParts,
  key: string,
  { stream, filename }: { stream: AsyncIterable<Uint8Array>; filename?: string | undefined },
  maxBytes: number,
): Promise<ReceivedPhoto> {
  let seen: { type: PhotoType; exif: Exif } | undefined
  try {
    const stored = await blobs.put(key, stream, {
      limitBytes: maxBytes,
      inspect: async (file) => {
        const [type, exif] = await Promise.all([checkPhoto(file, isWholeJpeg), readExif(file)])
        seen = { type, exif }
      },
    })
    if (!seen) throw new Error('a photo was kept without being looked at')
    return { key, filename, ...stored, ...seen }
  } catch (error) {
    throw asHttpError(error)
  }
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
