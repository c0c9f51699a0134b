import sharp from 'sharp'
import type { Sharp } from 'sharp'

/** An Orma's picture as a home screen wants it: square PNGs. */
export interface OrmaIcons {
  192: Uint8Array
  512: Uint8Array
  /** 512 pixels of which a launcher may cut away all but the middle circle of four fifths. */
  maskable: Uint8Array
}

const MASKABLE_PX = 512
/** As much of it as no launcher cuts away, corners apart. */
const SAFE_PX = 410
const BLUR_SIGMA = 24

/** Makes icons of an Orma's picture, which is a square JPEG of ours. A small one is enlarged: a home screen takes no less. */
export async function renderOrmaIcons(picture: Buffer): Promise<OrmaIcons> {
  const square = (px: number) => sharp(picture).resize(px, px, { fit: 'cover' })
  const backdrop = await square(MASKABLE_PX).blur(BLUR_SIGMA).png().toBuffer()
  const middle = await square(SAFE_PX).png().toBuffer()
  return {
    192: await toIcon(square(192)),
    512: await toIcon(square(512)),
    maskable: await toIcon(sharp(backdrop).composite([{ input: middle }])),
  }
}

/** PNG, because not every home screen takes more modern formats; 256 colours, a third of the bytes. */
async function toIcon(picture: Sharp): Promise<Uint8Array> {
  return await picture.png({ palette: true, quality: 90, effort: 7 }).toBuffer()
}
