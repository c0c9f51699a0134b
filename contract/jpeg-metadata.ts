import { parseExif } from './exif.ts'
import type { Exif } from './exif.ts'

/** How the contents of a JPEG's segments begin that may say when a photo was taken: EXIF, XMP, and IPTC in Photoshop's manner. */
const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const NAMES = ['Exif\0', XMP, 'Photoshop 3.0\0']
/** Marker and length. */
const HEAD_BYTES = 4
const START = Uint8Array.of(0xff, 0xd8)

/** Segments found so far, by their names. */
export type MetadataSegments = Map<string, Uint8Array>

/** Keeps a copy of a segment (marker, length, content) if it holds metadata. Of two of a name the first counts, as for browsers. */
export function addSegment(found: MetadataSegments, segment: Uint8Array): void {
  const start = String.fromCharCode(...segment.subarray(HEAD_BYTES, 40))
  const name = NAMES.find((known) => start.startsWith(known))
  if (name !== undefined && !found.has(name)) found.set(name, segment.slice())
}

/** What the segments say. */
export function parseSegments(found: MetadataSegments): Exif {
  const others = [...found].filter(([name]) => name !== XMP).map(([, segment]) => segment)
  const xmp = found.get(XMP)?.subarray(HEAD_BYTES + XMP.length)
  return parseExif(joinBytes([START, ...others]), xmp)
}

/** One piece: Firefox does not decode a Blob made of several. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
