import type { Chromaticities } from './make-profile.ts'

/** What a PNG without a profile says of its colours (PNG 3rd edition §11.3.2). */
export interface PngColours {
  /** Primaries and transfer by ITU-T H.273. */
  numbers?: number[]
  hasSrgb?: boolean
  /** Exponent of the curve. */
  gamma?: number | undefined
  chromaticities?: Chromaticities
}

const SIGNATURE_BYTES = 8
/** Length, name and checksum of a chunk. */
const FRAME_BYTES = 12
const UNIT = 100_000

/** Reads the chunks before the pixels. */
export function readPngColours(png: Buffer): PngColours {
  const found: PngColours = {}
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length;) {
    const content = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    const name = png.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') break
    if (name === 'cICP') found.numbers = [...content.subarray(0, 2)]
    if (name === 'sRGB') found.hasSrgb = true
    if (name === 'gAMA' && content.length === 4) found.gamma = readGamma(content)
    if (name === 'cHRM' && content.length === 32) found.chromaticities = readChromaticities(content)
    at += FRAME_BYTES + content.length
  }
  return found
}

/** Undefined: that of no light at all, which has no sense. */
function readGamma(content: Buffer): number | undefined {
  const value = content.readUInt32BE()
  return value === 0 ? undefined : UNIT / value
}

function readChromaticities(content: Buffer): Chromaticities {
  const pair = (index: number) =>
    [content.readUInt32BE(8 * index) / UNIT, content.readUInt32BE(8 * index + 4) / UNIT] as const
  return { white: pair(0), red: pair(1), green: pair(2), blue: pair(3) }
}
