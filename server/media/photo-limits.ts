import { MEGAPIXELS_MAX } from '../../contract/limits.ts'
import type { PhotoType } from '../../contract/photo-type.ts'

/** Side of the square of a photo that the nudity check looks at. */
export const CHECKED_PX = 224

const MEGAPIXEL = 1_000_000

/** The most pixels a photo of this kind may have. */
export function maxPixels(type: PhotoType, isProgressive: boolean): number {
  const kind = type === 'jpeg' && isProgressive ? 'progressiveJpeg' : type
  return MEGAPIXELS_MAX[kind] * MEGAPIXEL
}

/** Why a photo is not decoded. */
export function tooManyPixels(limit: number): Error {
  return new Error(`More than ${limit} pixels`)
}
