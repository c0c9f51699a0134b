import type { FileReader } from './file-reader.ts'
import { isShared } from './icc-profile.ts'
import { EOI, isFrame, isMarker, SOI, SOS } from './jpeg-structure.ts'
import type { Run } from './photo-cut.ts'

const [APP0, APP2, APP14, LAST_APP] = [0xe0, 0xe2, 0xee, 0xef]

/** Its length without the thumbnail that it may carry. */
const JFIF_BYTES = 16
/** Name, number of the piece, and of how many. */
const ICC_HEAD = 'ICC_PROFILE\0\x01\x01'
const MAX_TAKEN_BYTES = 64 * 1024

/**
 * Keeps of a JPEG (ITU-T T.81 annex B) its first picture: tables, frame and scans, the colours' meaning, and nothing that an application
 * wrote. What phones append after it goes: second pictures, a short film, a maker's own data.
 */
export async function cutJpeg(
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
    const kept = await look(reader, marker, length - 2)
    if (kept === undefined) return undefined
    const end = start + 2 + length
    scan = marker === SOS ? start : undefined
    hasFrame ||= isFrame(marker)
    if (kept && scan === undefined) parts.push({ start, end })
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
  const isKnown = text.startsWith(ICC_HEAD) && isShared(content!.subarray(ICC_HEAD.length))
  return isKnown || undefined
}

function exifSegment(exif: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), exif])
  segment.writeUInt16BE(segment.length - 2, 2)
  return segment
}
