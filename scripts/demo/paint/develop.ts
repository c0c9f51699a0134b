import sharp from 'sharp'
import type { Blend, OverlayOptions } from 'sharp'
import { finish } from './film.ts'
import { svgDocument } from './marks.ts'
import type { Frame, View } from './marks.ts'

/** One sheet of a picture, painted over those before it. */
export interface Layer {
  marks: string
  /** How far out of focus, in units. */
  blur?: number
  blend?: Blend
}

/** What is in front of a camera, and how it takes it. */
export interface Exposure {
  layers: readonly Layer[]
  view: View
  /** How much bright places shine over, 0 to 1. */
  bloom: number
}

/** A phone's picture: 2240 x 1680 pixels, or as many in another shape. */
const PHOTO_PX = 2240 * 1680
/** Sheets are painted at this size and enlarged together: lenses at a party are not sharper, and it takes half the time. */
const SHEET_PX = 1520 * 1140

/** Paints the sheets of a picture, exposes them on film, and gives a JPEG with when it was taken. */
export async function develop(
  { layers, view, bloom }: Exposure,
  taken: { at: string; offset: string },
  photoPx = PHOTO_PX,
): Promise<Buffer> {
  const sheet = sized(view, Math.min(SHEET_PX, photoPx))
  const sheets = await Promise.all(layers.map((layer) => paint(layer, view, sheet)))
  const scene = await sharp({ create: { ...sheet, channels: 3, background: '#000' } })
    .composite(sheets)
    .removeAlpha()
    .raw()
    .toBuffer()
  const photo = await finish(scene, sheet, sized(view, photoPx), bloom)
  return photo
    .jpeg({ quality: 80 })
    .withExif({
      IFD0: { Make: 'Orma', Model: 'Demo' },
      IFD2: { DateTimeOriginal: taken.at, OffsetTimeOriginal: taken.offset },
    })
    .toBuffer()
}

/** Sides in pixels, so many of them in all. */
function sized({ width, height }: Frame, pixels: number): Frame {
  const scale = Math.sqrt(pixels / (width * height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Paints one sheet. What is out of focus is painted small and enlarged: nobody can tell, and it takes a tenth of the time. */
async function paint(
  { marks, blur = 0, blend = 'over' }: Layer,
  view: View,
  size: Frame,
): Promise<OverlayOptions> {
  const blurPx = (blur * size.width) / view.width
  const share = Math.min(1, 2.5 / blurPx)
  const small = { width: Math.ceil(size.width * share), height: Math.ceil(size.height * share) }
  const drawn = sharp(svgDocument(marks, view, small)).ensureAlpha()
  const blurred = blur > 0 ? drawn.blur(Math.max(0.3, blurPx * share)) : drawn
  const data = await blurred.raw().toBuffer()
  if (share === 1) return { input: data, raw: { ...size, channels: 4 }, blend }
  const input = await sharp(data, { raw: { ...small, channels: 4 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return { input, raw: { ...size, channels: 4 }, blend }
}
