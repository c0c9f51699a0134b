import type { Exif } from '../../../contract/exif.ts'
import { SMALLER_PHOTO } from '../../../contract/limits.ts'
import { readJpegHeader } from './jpeg-header.ts'

export interface SmallerPhoto {
  /** An upright JPEG without EXIF data, so without place and time. */
  bytes: ArrayBuffer
  /** The EXIF data of the photo it was made from. */
  exif: Exif
}

/** Makes a photo smaller. Undefined where it is small already or this browser cannot; rejects where it cannot be decoded. */
export async function makeSmaller(photo: ArrayBuffer): Promise<SmallerPhoto | undefined> {
  const header = readJpegHeader(new Uint8Array(photo))
  const { edgePx, quality } = SMALLER_PHOTO
  if (!header || Math.max(header.width, header.height) <= edgePx) return undefined
  const { width, height } = header
  const scale = edgePx / Math.max(width, height)
  const size = { width: wholePixels(width * scale), height: wholePixels(height * scale) }
  const bitmap = await createImageBitmap(new Blob([header.bare], { type: 'image/jpeg' }), {
    // Only one side: with both given a browser may stretch.
    ...(width >= height ? { resizeWidth: size.width } : { resizeHeight: size.height }),
    resizeQuality: 'high',
  })
  const canvas = drawUpright(bitmap, size, header.exif.orientation ?? 1)
  bitmap.close()
  const small = await canvas?.convertToBlob({ type: 'image/jpeg', quality })
  // A browser that cannot encode JPEG makes a PNG instead.
  if (small?.type !== 'image/jpeg' || small.size >= photo.byteLength) return undefined
  return { bytes: await small.arrayBuffer(), exif: header.exif }
}

function wholePixels(pixels: number): number {
  return Math.max(1, Math.round(pixels))
}

/**
 * Applies the orientation itself: browsers do not agree whether `createImageBitmap` does so before it resizes, and some never do.
 * Draws the bitmap: a `bitmaprenderer` canvas would lose the orientation.
 */
function drawUpright(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
  orientation: number,
): OffscreenCanvas | undefined {
  const isTurned = orientation >= 5
  const canvas = new OffscreenCanvas(isTurned ? height : width, isTurned ? width : height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.setTransform(...turn(orientation, canvas))
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

type Matrix = [number, number, number, number, number, number]

/** The transformation that turns stored pixels upright (EXIF 2.32, Orientation), on a canvas of the upright size. */
function turn(orientation: number, { width, height }: OffscreenCanvas): Matrix {
  const upright: Matrix = [1, 0, 0, 1, 0, 0]
  const turns: Matrix[] = [
    upright,
    [-1, 0, 0, 1, width, 0],
    [-1, 0, 0, -1, width, height],
    [1, 0, 0, -1, 0, height],
    [0, 1, 1, 0, 0, 0],
    [0, 1, -1, 0, width, 0],
    [0, -1, -1, 0, width, height],
    [0, -1, 1, 0, 0, height],
  ]
  return turns[orientation - 1] ?? upright
}
