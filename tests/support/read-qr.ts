import jsQR from 'jsqr'
import sharp from 'sharp'

/** What a phone's camera would read in a picture, held nearer or further away until it does. */
export async function readQr(picture: Uint8Array): Promise<string | undefined> {
  for (const width of [300, 450, 600, 900]) {
    const { data, info } = await sharp(picture)
      .resize({ width })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)
    if (read) return read.data
  }
  return undefined
}
