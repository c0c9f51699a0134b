import type { FileReader, Run } from './file-reader.ts'
import { isCommonProfile } from './icc-profile.ts'
import type { Structure } from './inspect-photo.ts'

export const SOS = 0xda
const [SOI, EOI, FILL] = [0xd8, 0xd9, 0xff]
const [APP0, APP2, APP14, LAST_APP] = [0xe0, 0xe2, 0xee, 0xef]
const PROGRESSIVE = 0xc2
/** What is said of a JPEG that ends without an end: its pixels may all be there. */
export const NO_END = 'JPEG without end'
/** Below it lie stuffed bytes and reserved codes, which damaged pixels may show: a decoder's matter. */
const FIRST_MARKER = 0xc0
/** Its length without the thumbnail that it may carry. */
const JFIF_BYTES = 16
/** Name, number of the piece, and of how many. */
const ICC_HEAD = 'ICC_PROFILE\0\x01\x01'
const MAX_TAKEN_BYTES = 64 * 1024

/**
 * Walks the markers of a JPEG (ITU-T T.81 annex B) to the end of its first picture. Whatever phones
 * append after it (second pictures, a short film, a maker's own data) is not looked at.
 */
export async function inspectJpeg(reader: FileReader): Promise<Structure> {
  reader.skip(2)
  let size: Structure = { pixels: 0 }
  let hasFrame = false
  let inScan = false
  for (;;) {
    const marker = await reader.seekPair(0xff, isMarker)
    if (marker === undefined) return { ...size, damage: NO_END }
    if (marker === EOI) {
      return { ...size, damage: hasFrame && inScan ? undefined : 'JPEG without picture' }
    }
    if (marker === SOI) return { ...size, damage: 'JPEG header damaged' }
    // Every other marker is followed by its length, which counts its own two bytes.
    const start = reader.position()
    const length = (await reader.take(2))?.readUInt16BE()
    if (isFrame(marker) && !hasFrame && !inScan) {
      // §B.2.2: precision, height and width.
      const frame = await reader.take(5)
      const pixels = frame ? frame.readUInt16BE(1) * frame.readUInt16BE(3) : 0
      size = { pixels, isProgressive: marker === PROGRESSIVE }
    }
    reader.moveTo(start)
    if (length === undefined || length < 2 || !reader.skip(length)) {
      return { ...size, damage: 'JPEG segment cut' }
    }
    hasFrame ||= isFrame(marker)
    inScan ||= marker === SOS
  }
}

/** Keeps of a JPEG its first picture: tables, frame and scans, the colours' meaning, and nothing that an application wrote. */
export async function stripJpeg(
  reader: FileReader,
  exif: Buffer,
): Promise<(Run | Buffer)[] | undefined> {
  const parts: (Run | Buffer)[] = [Buffer.from([0xff, SOI]), exifSegment(exif)]
  reader.skip(2)
  let hasFrame = false
  let scan: number | undefined
  let next = reader.position()
  for (;;) {
    const marker = await reader.seekPair(0xff, isMarker)
    const start = reader.position() - 2
    // Without its end, but with all its pixels, as it was found when it came.
    if (marker === undefined && scan !== undefined) {
      parts.push({ start: scan, end: reader.size })
      break
    }
    if (marker === undefined || marker === SOI) return undefined
    if (scan !== undefined) parts.push({ start: scan, end: start })
    // What stands between two segments is none, and who reads it may find an orientation elsewhere than we do.
    else if (start !== next) return undefined
    if (marker === EOI) break
    const length = (await reader.take(2))?.readUInt16BE()
    if (length === undefined || length < 2) return undefined
    const isKept = await look(reader, marker, length - 2)
    if (isKept === undefined) return undefined
    const end = start + 2 + length
    scan = marker === SOS ? start : undefined
    hasFrame ||= isFrame(marker)
    if (isKept && scan === undefined) parts.push({ start, end })
    next = end
    reader.moveTo(end)
  }
  parts.push(Buffer.from([0xff, EOI]))
  return hasFrame ? parts : undefined
}

/** Whether a segment is kept; undefined where it can be neither kept nor left out. */
async function look(
  reader: FileReader,
  marker: number,
  bytes: number,
): Promise<boolean | undefined> {
  if (marker < APP0) return true
  // Comments, and what is reserved for extensions that nobody has made.
  if (marker > LAST_APP) return false
  const content = await reader.take(Math.min(bytes, MAX_TAKEN_BYTES))
  const text = content?.toString('latin1') ?? ''
  if (marker === APP0) return text.startsWith('JFIF\0') && bytes === JFIF_BYTES - 2
  // How the colours are encoded.
  if (marker === APP14) return text.startsWith('Adobe') && bytes === 12
  if (marker !== APP2 || !text.startsWith('ICC_PROFILE\0')) return false
  // Without its profile the photo would have other colours.
  const isKnown = text.startsWith(ICC_HEAD) && isCommonProfile(content!.subarray(ICC_HEAD.length))
  return isKnown || undefined
}

/** Restarts lie within a picture's data and carry nothing; 0xff before a marker only fills up. */
function isMarker(code: number): boolean {
  const isRestart = code >= 0xd0 && code <= 0xd7
  return code >= FIRST_MARKER && !isRestart && code !== FILL
}

/** SOF0 to SOF15, less the three codes in that range that mean tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function exifSegment(exif: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), exif])
  segment.writeUInt16BE(segment.length - 2, 2)
  return segment
}
