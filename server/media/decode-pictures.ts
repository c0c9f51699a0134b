import { readFile } from 'node:fs/promises'
import { createCanvas, ImageData } from '@napi-rs/canvas'
import type { Canvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { backdropSize, drawBackdrop } from '../../film/backdrop.ts'
import { drawnSize } from '../../film/compose.ts'
import type { FilmPicture } from '../../film/draw-frame.ts'
import type { Size } from '../../film/film-context.ts'

type Decoded = FilmPicture<Canvas>

/** Pictures of a film, decoded shortly before they are shown and freed afterwards: of thirty photos a few are in memory. */
export function createDecodedPictures(pictures: readonly (string | Uint8Array)[], film: Size) {
  const images: (Decoded | undefined)[] = pictures.map(() => undefined)
  const decoding = new Map<number, Promise<Decoded>>()
  const decode = (index: number): Promise<Decoded> => {
    const begun = decoding.get(index) ?? decodePicture(pictures[index] ?? '', film)
    decoding.set(index, begun)
    return begun
  }
  return {
    /** In the film's order; only the pictures of the last `have` are defined. */
    images,
    /** Resolves when these are decoded, and begins to decode the next one. */
    async have(shown: readonly number[]): Promise<void> {
      const next = Math.max(...shown) + 1
      for (const index of decoding.keys()) {
        // The film shows the first one again at its end.
        if (index === 0 || shown.includes(index) || index === next) continue
        decoding.delete(index)
        images[index] = undefined
      }
      for (const index of shown) images[index] = await decode(index)
      // Should it fail, the `have` that needs it rejects.
      if (next < pictures.length) decode(next).catch(() => undefined)
    },
  }
}

async function decodePicture(input: string | Uint8Array, film: Size): Promise<Decoded> {
  const bytes = typeof input === 'string' ? await readFile(input) : input
  const { width, height } = await sharp(bytes).metadata()
  const size = drawnSize({ width, height }, film)
  const pixels = await sharp(bytes)
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  const picture = createCanvas(size.width, size.height)
  const data = new ImageData(new Uint8ClampedArray(pixels), size.width, size.height)
  picture.getContext('2d').putImageData(data, 0, 0)
  const blur = backdropSize(film)
  const backdrop = createCanvas(blur.width, blur.height)
  const focus = drawBackdrop<Canvas>(backdrop.getContext('2d'), picture, { size, film })
  return { picture, ...size, backdrop, focus }
}
