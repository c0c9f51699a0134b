import sharp from 'sharp'
import type { Blend, OverlayOptions } from 'sharp'
import { finish } from './film.ts'
import type { Film } from './film.ts'
import { svgDocument } from './svg-marks.ts'

/** A picture's extent in units: the shorter side has 1000. */
export interface Frame {
  width: number
  height: number
}

/** One sheet of a picture, painted over those before it. */
export interface Layer {
  marks: string
  /** How far out of focus, in units. */
  blur?: number
  blend?: Blend
}

/** A phone's picture: 2240 x 1680 pixels, or as many in another shape. */
const PHOTO_PX = 2240 * 1680
/** Sheets are painted at this size and enlarged together: lenses at a party are not sharper, and it takes half the time. */
const SHEET_PX = 1520 * 1140

/** Paints the sheets of a picture, exposes them on film, and gives a JPEG with when it was taken. */
export async function develop(
  frame: Frame,
  layers: readonly Layer[],
  film: Film,
  taken: { at: string; offset: string },
): Promise<Buffer> {
  const sheet = sized(frame, SHEET_PX)
  const photo = sized(frame, PHOTO_PX)
  const sheets = await Promise.all(layers.map((layer) => paint(layer, frame, sheet)))
  const scene = await sharp({ create: { ...sheet, channels: 3, background: '#000' } })
    .composite(sheets)
    .removeAlpha()
    .raw()
    .toBuffer()
  const pixels = await finish(scene, sheet, photo, film)
  return sharp(pixels, { raw: { ...photo, channels: 3 } })
    .jpeg({ quality: 80 })
    .withExif({
      IFD0: { Make: 'Orma', Model: 'Demo' },
      IFD2: { DateTimeOriginal: taken.at, OffsetTimeOriginal: taken.offset },
    })
    .toBuffer()
}

/** A frame's sides in pixels, so many of them in all. */
function sized({ width, height }: Frame, pixels: number): Frame {
  const scale = Math.sqrt(pixels / (width * height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Paints one sheet. What is out of focus is painted small and enlarged: nobody can tell, and it takes a tenth of the time. */
async function paint(
  { marks, blur = 0, blend = 'over' }: Layer,
  frame: Frame,
  size: Frame,
): Promise<OverlayOptions> {
  const blurPx = (blur * size.width) / frame.width
  const share = Math.min(1, 2.5 / blurPx)
  const small = { width: Math.ceil(size.width * share), height: Math.ceil(size.height * share) }
  const drawn = sharp(svgDocument(marks, frame, small)).ensureAlpha()
  const blurred = blur > 0 ? drawn.blur(Math.max(0.3, blurPx * share)) : drawn
  const data = await blurred.raw().toBuffer()
  const input =
    share < 1
      ? await sharp(data, { raw: { ...small, channels: 4 } })
          .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
          .raw()
          .toBuffer()
      : data
  return { input, raw: { ...size, channels: 4 }, blend }
}
