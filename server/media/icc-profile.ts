import type { Metadata } from 'sharp'

const MAX_PROFILE_BYTES = 4096
/** No camera writes markup there. A false match among the numbers does no harm: the colours are converted instead. */
const MARKUP = /<[a-z?!/]/i
const ICC_APP2_NAME = 'ICC_PROFILE\0\x01\x01'

/**
 * The photo's colour profile where it may go out as it is: a small one for RGB that phones and
 * cameras share. Others are converted from: a calibrated screen's profile may name its serial number.
 */
export function embeddableProfile({ icc, space }: Metadata): Buffer | undefined {
  return icc && space === 'srgb' && isShared(icc) ? icc : undefined
}

/** Whether a colour profile is a small one that phones and cameras share, and says nothing of whose the photo is. */
export function isShared(icc: Buffer): boolean {
  if (icc.length > MAX_PROFILE_BYTES) return false
  const text = icc.toString('latin1').replaceAll('\0', '')
  return /sRGB|P3|Adobe RGB/.test(text) && !MARKUP.test(text)
}

/** Whether pixels with this profile are sRGB as they are: converting them would change nothing, and costs as much as all else of a thumb. */
export function isSrgb(icc: Buffer): boolean {
  return isShared(icc) && icc.toString('latin1').replaceAll('\0', '').includes('sRGB')
}

/** A JPEG with a profile put in, its pixels untouched (ICC.1 annex B.4). */
export function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from('\xff\xe2\0\0' + ICC_APP2_NAME, 'latin1'), icc])
  segment.writeUInt16BE(segment.length - 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}
