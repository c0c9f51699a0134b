import sharp from 'sharp'
import { withFileReader } from './file-reader.ts'
import { inspectJpeg, NO_END } from './jpeg-file.ts'
import { maxPixels } from './photo-limits.ts'

const END = Buffer.from([0xff, 0xd9])
const LAST_PX = 8

/**
 * A JPEG with an end, put there if it has none. Some programs leave it out, or fill its place up; browsers show such a photo whole. Rejects
 * where pixels are missing too.
 */
export async function endJpeg(jpeg: Buffer): Promise<Buffer> {
  if (jpeg.subarray(-2).equals(END)) return jpeg
  if ((await withFileReader(jpeg, inspectJpeg)).damage !== NO_END) return jpeg
  const ended = Buffer.concat([withoutFilling(jpeg), END])
  // The decoder warns where the pixels' data end before the pixels do. For the last of them it decodes all.
  const limitInputPixels = maxPixels('jpeg', false)
  const picture = sharp(ended, { limitInputPixels, failOn: 'warning' })
  const { width, height } = await picture.metadata()
  const last = { width: Math.min(width, LAST_PX), height: Math.min(height, LAST_PX) }
  await picture.extract({ left: width - last.width, top: height - last.height, ...last }).toBuffer()
  return ended
}

/** Zeros at the end belong to no pixel, but for one behind 0xff. */
function withoutFilling(jpeg: Buffer): Buffer {
  let end = jpeg.length
  while (end > 0 && jpeg[end - 1] === 0) end -= 1
  const isStuffed = jpeg[end - 1] === 0xff && end < jpeg.length
  return jpeg.subarray(0, isStuffed ? end + 1 : end)
}
