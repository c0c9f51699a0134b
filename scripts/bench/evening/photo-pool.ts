import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Random } from './seeded-random.ts'

/** Noise of the pictures, as of sensors in bad light: at 12 megapixels they become about 1.5, 2.5 and 4 MB. */
const GRAINS = [7, 12, 20] as const
const COARSE = { width: 16, height: 12 }
const TILE_PX = 256
const JPEG_QUALITY = 82

export interface MadePhoto {
  bytes: Buffer
  /** Hex. */
  sha256: string
}

/** A few pictures of realistic size. Every photo made of them has bytes of its own, by a comment in its head. */
export async function makePhotoPool(
  random: Random,
  megapixels: number,
): Promise<(number: number) => MadePhoto> {
  const width = 4 * Math.round(Math.sqrt((megapixels * 1e6) / 12))
  const pictures: Buffer[] = []
  for (const grain of GRAINS) {
    pictures.push(await paint(random, { width, height: width * 0.75 }, grain))
  }
  const mark = random.whole(0, 2 ** 31)
  return (number) => {
    const picture = pictures[number % pictures.length] ?? Buffer.alloc(0)
    const bytes = withComment(picture, `Orma evening ${mark} ${number}`)
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
}

async function paint(
  random: Random,
  size: { width: number; height: number },
  grain: number,
): Promise<Buffer> {
  const coarse = Buffer.from(
    random.times(COARSE.width * COARSE.height * 3, () => random.whole(40, 210)),
  )
  const noise = Buffer.from(
    random.times(TILE_PX * TILE_PX * 3, () => 128 + random.whole(-2 * grain, 2 * grain)),
  )
  return await sharp(coarse, { raw: { ...COARSE, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .composite([
      {
        input: noise,
        raw: { width: TILE_PX, height: TILE_PX, channels: 3 },
        tile: true,
        blend: 'hard-light',
      },
    ])
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer()
}

/** A JPEG with a comment (ISO/IEC 10918-1, COM) after its first marker. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(`\xff\xfe\0\0${text}`, 'latin1')
  comment.writeUInt16BE(comment.length - 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}
