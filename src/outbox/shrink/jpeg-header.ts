import { isExifSegment, joinBytes, parseExifSegment } from '../../../contract/exif.ts'
import type { Exif } from '../../../contract/exif.ts'

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
