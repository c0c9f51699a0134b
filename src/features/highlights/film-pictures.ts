import { backdropSize, drawBackdrop } from '../../../film/backdrop.ts'
import { drawnSize } from '../../../film/compose.ts'
import type { FilmPicture } from '../../../film/draw-frame.ts'
import type { Size } from '../../../film/film-context.ts'

type Shown = FilmPicture<CanvasImageSource>

/**
 * The decoded pictures that a film is drawn with: only those about to be seen, in the size in which they are seen. Thirty photos
 * decoded at full size would take a phone's whole memory.
 */
export function createFilmPictures(pictures: readonly HTMLImageElement[], film: Size) {
  const decoding = new Map<number, Promise<void>>()
  const images: (Shown | undefined)[] = pictures.map(() => undefined)
  const looks = new Map<number, Pick<Shown, 'backdrop' | 'focus'>>()
  /** Pictures that cannot be decoded: the film is dark in their place. */
  const broken = new Set<number>()

  async function decode(index: number): Promise<void> {
    const picture = pictures[index]
    if (!picture) return
    const bitmap = await shrink(picture, film).catch((error: unknown) => {
      broken.add(index)
      console.error('A picture of the film could not be decoded:', error)
    })
    if (!bitmap) return
    // It may have been let go meanwhile.
    if (!decoding.has(index)) return bitmap.close()
    const { width, height } = bitmap
    const look = looks.get(index) ?? lookAt(bitmap, film)
    looks.set(index, look)
    images[index] = { picture: bitmap, width, height, ...look }
  }

  function letGo(index: number): void {
    decoding.delete(index)
    const bitmap = images[index]?.picture
    if (bitmap instanceof ImageBitmap) bitmap.close()
    images[index] = undefined
  }

  return {
    /** In the config's order; undefined: not decoded (yet). */
    images,
    /**
     * Decodes these pictures and frees all others. Undefined where all `shown` are decoded already; else resolves when they are.
     * Never rejects.
     */
    have(shown: readonly number[], next: readonly number[]): Promise<unknown> | undefined {
      for (const index of decoding.keys()) {
        if (!shown.includes(index) && !next.includes(index)) letGo(index)
      }
      for (const index of [...shown, ...next]) {
        if (!decoding.has(index)) decoding.set(index, decode(index))
      }
      const missing = shown.filter((index) => !images[index] && !broken.has(index))
      return missing.length > 0
        ? Promise.all(missing.flatMap((index) => decoding.get(index) ?? []))
        : undefined
    },
    close(): void {
      for (const index of decoding.keys()) letGo(index)
    },
  }
}

async function shrink(picture: HTMLImageElement, film: Size): Promise<ImageBitmap> {
  // Decodes off the main thread; `createImageBitmap` alone would decode on it.
  await picture.decode()
  const size = drawnSize({ width: picture.naturalWidth, height: picture.naturalHeight }, film)
  return createImageBitmap(picture, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'high',
  })
}

/** A picture's backdrop, and the point where there is most to see in it; nothing where its pixels may not be read. */
function lookAt(picture: ImageBitmap, film: Size): Pick<Shown, 'backdrop' | 'focus'> {
  const blur = backdropSize(film)
  const backdrop = new OffscreenCanvas(blur.width, blur.height)
  const context = backdrop.getContext('2d', { willReadFrequently: true })
  if (!context) return {}
  try {
    const focus = drawBackdrop<CanvasImageSource>(context, picture, { size: picture, film })
    return { backdrop, focus }
  } catch (error) {
    console.error('A picture of the film may not be read:', error)
    return {}
  }
}
