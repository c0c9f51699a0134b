import { Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Parts } from '../events/parts.ts'
import { BlobError } from '../blobs/blob-store.ts'
import { HttpError } from '../http/http-error.ts'
import type { ErrorCode } from '../http/http-error.ts'
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

export function isOfPhoto(code: ErrorCode): code is PhotoRefusal {
  return PHOTO_REFUSALS.some((one) => one === code)
}

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
  endStep: EndStep = () => undefined,
): Promise<ReceivedPhoto> {
  let seen: { type: PhotoType; exif: Exif } | undefined
  try {
    const stored = await blobs.put(key, stream, {
      limitBytes: maxBytes,
      inspect: async (file) => {
        endStep('receive')
        const [type, exif] = await Promise.all([checkPhoto(file, isWholeJpeg), readExif(file)])
        seen = { type, exif }
        endStep('inspect')
      },
    })
    endStep('store')
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

/** Upper bounds in seconds: from a quick disk to a photo on a slow line. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** What is done of a photo before its sender is answered, in this order. */
type UploadStep = 'receive' | 'inspect' | 'store' | 'commit'

/** Ends a step of an upload, which began where the one before ended. */
export type EndStep = (step: UploadStep) => void

/** Tells `/metrics` where the time of uploads goes; gives a watch for each of them. */
export function measureUploadSteps(metrics: Registry): () => EndStep {
  const duration = new Histogram({
    name: 'orma_upload_step_seconds',
    help: 'Time until a photo had come in, was looked at, was on disk, and was a post.',
    labelNames: ['step'],
    buckets: BOUNDS,
    registers: [metrics],
  })
  return () => {
    let start = performance.now()
    return (step) => {
      const end = performance.now()
      duration.observe({ step }, (end - start) / 1000)
      start = end
    }
  }
}
