import sharp from 'sharp'
import { listProperties } from './heif-file.ts'
import { makeProfile, hlg, pq, srgb } from './make-profile.ts'
import type { Chromaticities, Curve } from './make-profile.ts'

const D65 = [0.3127, 0.329] as const
const SRGB: Chromaticities = {
  white: D65,
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
}
const P3_PRIMARIES = 12

/** ITU-T H.273 table 2. Any other number is taken for sRGB's. */
const PRIMARIES: Readonly<Record<number, Chromaticities>> = {
  5: { white: D65, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] },
  6: { white: D65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] },
  9: { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] },
  [P3_PRIMARIES]: { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
}

/** ITU-T H.273 table 3. Any other number is taken for sRGB's; browsers, too, show a video's (1, 6, 14, 15) so. */
const CURVES: Readonly<Record<number, Curve>> = {
  4: (value) => value ** 2.2,
  8: (value) => value,
  16: pq,
  18: hlg,
}

/** The profile of a photo that has none, by the numbers it has instead; undefined where these are sRGB's, or there are none. */
export async function impliedProfile(
  bytes: Buffer,
  format: string | undefined,
): Promise<Buffer | undefined> {
  if (format === 'heif') return await profileByNumbers(readNclx(bytes))
  return format === 'png' ? await profileByNumbers(readCicp(bytes)) : undefined
}

async function profileByNumbers([primaries = 0, transfer = 0]: readonly number[]): Promise<
  Buffer | undefined
> {
  const [chromaticities, curve] = [PRIMARIES[primaries], CURVES[transfer]]
  if (!chromaticities && !curve) return undefined
  if (primaries === P3_PRIMARIES && !curve) return await displayP3()
  return makeProfile(chromaticities ?? SRGB, curve ?? srgb)
}

/** The one that phones share, which may go out with the pixels. */
async function displayP3(): Promise<Buffer | undefined> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  const { icc } = await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()
  return icc
}

/** Primaries and transfer of the main picture (ISO/IEC 14496-12 §12.1.5): a gain map beside it has others. */
function readNclx(bytes: Buffer): number[] {
  try {
    const at = listProperties(bytes).find(
      ({ name, start }) => name === 'colr' && bytes.toString('latin1', start, start + 4) === 'nclx',
    )?.start
    return at === undefined ? [] : [bytes.readUInt16BE(at + 4), bytes.readUInt16BE(at + 6)]
  } catch {
    // Boxes that end too soon: whether it can be decoded is another's to say.
    return []
  }
}

const SIGNATURE_BYTES = 8
/** Length, name and checksum of a chunk. */
const FRAME_BYTES = 12

/** The same of a PNG (3rd edition §11.3.2.6), which says it before its pixels. */
function readCicp(png: Buffer): number[] {
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length;) {
    const name = png.toString('latin1', at + 4, at + 8)
    if (name === 'cICP') return [...png.subarray(at + 8, at + 10)]
    if (name === 'IDAT') break
    at += FRAME_BYTES + png.readUInt32BE(at)
  }
  return []
}
