import sharp from 'sharp'
import { makePhoto } from './photos.ts'

/** Photos of one moment, each a little further to the side than the one before, all with different bytes. */
export async function makeBurst(seed: number, count: number): Promise<Buffer[]> {
  const [width, height] = [1200, 900]
  const photo = await makePhoto({ width, height, orientation: 1, seed })
  return Promise.all(
    Array.from({ length: count }, (_, at) =>
      sharp(photo)
        .extract({ left: at * 8, top: 0, width: width - count * 8, height })
        .keepMetadata()
        .jpeg({ quality: 90 - at })
        .toBuffer(),
    ),
  )
}
