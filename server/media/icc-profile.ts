import type { Metadata } from 'sharp'

const MAX_PROFILE_BYTES = 4096
/** No camera writes markup there. A false match among the numbers does no harm: the colours are converted instead. */
const MARKUP = /<[a-z?!/]/i
/** As these begin: a monitor's own may have P3 in the middle, "Display P3 Gamut with sRGB Transfer" has wide colours. */
const SHARED = /^(sRGB|sP3C|Display P3|DCI-P3|Adobe RGB)/
/** ICC.1 clause 7.3: after the header their count, then 12 bytes for each. */
const TAGS_AT = 132
const MAX_TAGS = 100
const ICC_APP2_NAME = 'ICC_PROFILE\0\x01\x01'

/**
 * The photo's colour profile where it may go out as it is: a small one for RGB that phones and
 * cameras share. Others are converted from: a calibrated screen's profile may name its serial number.
 */
export function embeddableProfile({ icc, space }: Metadata): Buffer | undefined {
  const isRgb = space === 'srgb' || space === 'rgb16'
  return icc && isRgb && isCommonProfile(icc) ? icc : undefined
}

/** Whether a colour profile is a small one that phones and cameras share, and says nothing of whose the photo is. */
export function isCommonProfile(icc: Buffer): boolean {
  if (icc.length > MAX_PROFILE_BYTES) return false
  return SHARED.test(nameOf(icc)) && !MARKUP.test(icc.toString('latin1').replaceAll('\0', ''))
}

/** Whether pixels with this profile are sRGB as they are: converting them would change nothing, and costs as much as all else of a thumb. */
export function isSrgb(icc: Buffer): boolean {
  return isCommonProfile(icc) && nameOf(icc).startsWith('sRGB')
}

/** What a profile calls itself (ICC.1 clause 9.2.41, before version 4 in ASCII); empty where it does not. */
function nameOf(icc: Buffer): string {
  const tags = icc.length < TAGS_AT ? 0 : icc.readUInt32BE(TAGS_AT - 4)
  const places = Array.from({ length: Math.min(tags, MAX_TAGS) }, (_, at) => TAGS_AT + 12 * at)
  const tag = places.find((at) => icc.toString('latin1', at, at + 4) === 'desc')
  if (tag === undefined || tag + 12 > icc.length) return ''
  const text = icc.subarray(icc.readUInt32BE(tag + 4)).subarray(0, icc.readUInt32BE(tag + 8))
  if (text.length < 28) return ''
  const isAscii = text.toString('latin1', 0, 4) === 'desc'
  const [length, from] = isAscii
    ? [text.readUInt32BE(8), 12]
    : [text.readUInt32BE(20), text.readUInt32BE(24)]
  // UTF-16 for names in ASCII letters alone.
  return text.toString('latin1', from, from + length).replaceAll('\0', '')
}

/** A segment's length counts its own two bytes. */
const SEGMENT_MAX = 65_535

/** Whether a profile of RGB can be put into a JPEG in one piece. */
export function fits(icc: Buffer | undefined): boolean {
  const isRgb = icc?.toString('latin1', 16, 20) === 'RGB '
  return isRgb && icc.length + ICC_APP2_NAME.length + 2 <= SEGMENT_MAX
}

/** A JPEG with a profile put in, its pixels untouched (ICC.1 annex B.4). */
export function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from('\xff\xe2\0\0' + ICC_APP2_NAME, 'latin1'), icc])
  segment.writeUInt16BE(segment.length - 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}
