import type { PhotoType } from '../../contract/photo-type.ts'

/** Side of the square of a photo that the nudity check looks at. */
export const CHECKED_PX = 224

const MEGAPIXEL = 1_000_000

/**
 * The most pixels decoded of each kind. What a kind costs in memory decides: a baseline JPEG and its
 * rendition are read line by line, the others lie whole in memory, AVIF several times over.
 */
const MAX_PIXELS: Record<PhotoType, number> = {
  jpeg: 210 * MEGAPIXEL,
  png: 64 * MEGAPIXEL,
  webp: 64 * MEGAPIXEL,
  gif: 64 * MEGAPIXEL,
  heic: 64 * MEGAPIXEL,
  avif: 25 * MEGAPIXEL,
}
const MAX_PROGRESSIVE_JPEG_PIXELS = 64 * MEGAPIXEL

/** The most pixels a photo of this kind may have. */
export function maxPixels(type: PhotoType, isProgressive: boolean): number {
  return type === 'jpeg' && isProgressive ? MAX_PROGRESSIVE_JPEG_PIXELS : MAX_PIXELS[type]
}

/** Why a photo is not decoded. */
export function tooManyPixels(limit: number): Error {
  return new Error(`More than ${limit} pixels`)
}
