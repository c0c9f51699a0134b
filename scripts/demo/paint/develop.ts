import sharp from 'sharp'
import type { Blend, OverlayOptions } from 'sharp'
import { finish } from './finish.ts'
import { svgDocument } from './marks.ts'
import type { Frame, View } from './marks.ts'

/** One layer of a picture, painted over those before it. */
export interface Layer {
  marks: string
  /** How far out of focus, in units. */
  blur?: number
  blend?: Blend
}

/** A scene and how the camera takes it. */
export interface Exposure {
  layers: readonly Layer[]
  view: View
  /** How much bright places bloom, 0 to 1. */
  bloom: number
}

/** A phone's picture: 2240 x 1680 pixels, or as many in another shape. */
const PHOTO_PX = 2240 * 1680
/** Layers are painted at this size and enlarged together: sharp enough for a party, in half the time. */
const SHEET_PX = 1520 * 1140

/** Paints the layers of a picture, adds the look of film, and gives a JPEG with the time it was taken. */
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

/** The sides of a frame of so many pixels in all. */
function sized({ width, height }: Frame, pixels: number): Frame {
  const scale = Math.sqrt(pixels / (width * height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Paints one layer. A blurred layer is painted small and enlarged, in a tenth of the time without a visible difference. */
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
