import type { FileReader } from './file-reader.ts'

export const SOI = 0xd8
export const EOI = 0xd9
export const SOS = 0xda
const FILL = 0xff
/** What `checkJpeg` says of a JPEG that ends without an end: its pixels may all be there. */
export const NO_END = 'JPEG without end'
/** Below it lie stuffed bytes and reserved codes, which damaged pixels may show: a decoder's matter. */
const FIRST_MARKER = 0xc0

/**
 * Walks the markers of a JPEG (ITU-T T.81 annex B) to the end of its first picture. Whatever phones
 * append after it (second pictures, a short film, a maker's own data) is not looked at.
 */
export async function checkJpeg(reader: FileReader): Promise<string | undefined> {
  reader.skip(2)
  let hasFrame = false
  let inScan = false
  for (;;) {
    const marker = await reader.seekPair(0xff, isMarker)
    if (marker === undefined) return NO_END
    if (marker === EOI) return hasFrame && inScan ? undefined : 'JPEG without picture'
    if (marker === SOI) return 'JPEG header damaged'
    if (!(await skipSegment(reader))) return 'JPEG segment cut'
    hasFrame ||= isFrame(marker)
    inScan ||= marker === SOS
  }
}

/** Restarts lie within a picture's data and carry nothing; 0xff before a marker only fills up. */
export function isMarker(code: number): boolean {
  const isRestart = code >= 0xd0 && code <= 0xd7
  return code >= FIRST_MARKER && !isRestart && code !== FILL
}

/** Every other marker is followed by its length, which counts its own two bytes. */
async function skipSegment(reader: FileReader): Promise<boolean> {
  const length = (await reader.take(2))?.readUInt16BE()
  return length !== undefined && length >= 2 && reader.skip(length - 2)
}

/** SOF0 to SOF15, less the three codes in that range that mean tables. */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
