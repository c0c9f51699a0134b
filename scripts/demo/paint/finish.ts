import sharp from 'sharp'
import type { OverlayOptions, Sharp } from 'sharp'
import type { Frame } from './marks.ts'

/** Places brighter than this, of 255, bloom. */
const BRIGHT = 105
const SHINE_PX = 180
const GRAIN = sharp(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <filter id="grain" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1">
      <feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" seed="18" stitchTiles="stitch"/>
      <feColorMatrix values="0 .3 0 0 .35  0 .3 0 0 .35  0 .3 0 0 .35  0 0 0 0 1"/>
    </filter><rect width="256" height="256" filter="url(#grain)"/></svg>`),
)

/**
 * Enlarges a scene (raw RGB) to a photo with the look of film: bright places bloom (`bloom`, 0 to 1), corners are darker, and
 * there is grain.
 */
export async function finish(scene: Buffer, from: Frame, to: Frame, bloom: number): Promise<Sharp> {
  const drawn = sharp(scene, { raw: { ...from, channels: 3 } })
  const light = drawn.clone().linear(bloom, -BRIGHT * bloom)
  const exposed = await drawn
    .composite([
      await overshine(light, 2.5, from),
      await overshine(light, 16, from),
      corners(from),
      { input: await GRAIN.clone().png().toBuffer(), tile: true, blend: 'overlay' },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
  return sharp(exposed, { raw: { ...from, channels: 3 } })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'linear' })
    .linear(1.07, -5)
}

/** The bloom of bright places, painted small, without a visible difference. */
async function overshine(light: Sharp, blur: number, size: Frame): Promise<OverlayOptions> {
  const small = light.clone().resize(SHINE_PX, SHINE_PX, { fit: 'fill' }).blur(blur)
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const input = await sharp(data, { raw: info })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { input, raw: { ...size, channels: 3 }, blend: 'screen' }
}

function corners({ width, height }: Frame): OverlayOptions {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="dark" r=".82"><stop offset=".3" stop-color="#fff"/><stop offset="1" stop-color="#8a8084"/></radialGradient>
    <rect width="${width}" height="${height}" fill="url(#dark)"/></svg>`
  return { input: Buffer.from(svg), blend: 'multiply' }
}
