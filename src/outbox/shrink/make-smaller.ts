import type { Exif } from '../../../contract/exif.ts'
import { SMALLER_PHOTO } from '../../../contract/limits.ts'
import { isExifSegment, joinBytes, parseExifSegment } from '../../../contract/exif.ts'

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

/** What a JPEG has before its image data. */
interface JpegHeader {
  /** Pixels as stored, before EXIF orientation. */
  width: number
  height: number
  exif: Exif
  /** The photo without its APP1 segments (EXIF and XMP), and so without orientation and place. */
  bare: Uint8Array<ArrayBuffer>
}

const [MARKER, START, END, SCAN, APP1] = [0xff, 0xd8, 0xd9, 0xda, 0xe1]
/** DHT, JPG and DAC: their markers lie among those of frames (ITU-T T.81, B.1.1.3). */
const NO_FRAMES = [0xc4, 0xc8, 0xcc]

/** Reads a JPEG up to its image data; undefined where it is not a JPEG, or its end is missing. */
export function readJpegHeader(bytes: Uint8Array<ArrayBuffer>): JpegHeader | undefined {
  if (bytes[0] !== MARKER || bytes[1] !== START) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const header = { width: 0, height: 0 }
  let exif: Uint8Array | undefined
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === MARKER) {
    const kind = view.getUint8(at + 1)
    if (kind === SCAN) {
      if (header.width === 0 || !hasEnd(bytes, at)) return undefined
      const bare = joinBytes([...parts, bytes.subarray(at)])
      return { ...header, exif: parseExifSegment(exif), bare }
    }
    const next = at + 2 + view.getUint16(at + 2)
    const segment = bytes.subarray(at, next)
    if (isFrame(kind) && segment.length >= 9) {
      header.height = view.getUint16(at + 5)
      header.width = view.getUint16(at + 7)
    }
    if (kind !== APP1) parts.push(segment)
    else if (isExifSegment(segment)) exif ??= segment
    at = next
  }
  return undefined
}

/** The high half of a marker byte is the same for all frames. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && !NO_FRAMES.includes(kind)
}

/** Browsers paint grey where data is missing, without an error. */
function hasEnd(bytes: Uint8Array, scan: number): boolean {
  for (let at = bytes.indexOf(MARKER, scan + 2); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
    if (bytes[at + 1] === END) return true
  }
  return false
}
