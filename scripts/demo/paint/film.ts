import sharp from 'sharp'
import type { OverlayOptions, Sharp } from 'sharp'
import type { Frame } from './marks.ts'

/** How a picture is finished: as film takes it. */
export interface Film {
  /** How much bright places shine over, 0 to 1. */
  bloom: number
  /** 0 is black and white, 1 what was painted. */
  saturation: number
}

/** What is brighter than this, of 255, shines over. */
const BRIGHT = 105
const SHINE_PX = 180
const GRAIN = sharp(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <filter id="grain" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1">
      <feTurbulence type="fractalNoise" baseFrequency=".55" numOctaves="2" seed="18" stitchTiles="stitch"/>
      <feColorMatrix values="0 .5 0 0 .25  0 .5 0 0 .25  0 .5 0 0 .25  0 0 0 0 1"/>
    </filter><rect width="256" height="256" filter="url(#grain)"/></svg>`),
)
const VIGNETTE = `<radialGradient id="corners" r=".82"><stop offset=".3" stop-color="#fff"/><stop offset="1" stop-color="#8a8084"/></radialGradient>
  <rect width="100%" height="100%" fill="url(#corners)"/>`

/** Enlarges a scene (raw RGB) to a photo's size, with the light that shines over, darker corners and grain. */
export async function finish(
  scene: Buffer,
  from: Frame,
  to: Frame,
  { bloom, saturation }: Film,
): Promise<Sharp> {
  const drawn = sharp(scene, { raw: { ...from, channels: 3 } })
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${to.width}" height="${to.height}">${VIGNETTE}</svg>`
  const light = drawn.clone().linear(bloom, -BRIGHT * bloom)
  const sheets: OverlayOptions[] = [
    await overshine(light, 2.5, to),
    await overshine(light, 16, to),
    { input: Buffer.from(corners), blend: 'multiply' },
    { input: await GRAIN.clone().png().toBuffer(), tile: true, blend: 'overlay' },
  ]
  const photo = drawn.resize(to.width, to.height, { fit: 'fill', kernel: 'linear' })
  const exposed = await photo.composite(sheets).removeAlpha().raw().toBuffer()
  return sharp(exposed, { raw: { ...to, channels: 3 } })
    .modulate({ saturation })
    .linear(1.07, -5)
}

/** Light blurred over what is around it: painted small, as nobody can tell. */
async function overshine(light: Sharp, blur: number, to: Frame): Promise<OverlayOptions> {
  const small = light.clone().resize(SHINE_PX, SHINE_PX, { fit: 'fill' }).blur(blur)
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const input = await sharp(data, { raw: info })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { input, raw: { ...to, channels: 3 }, blend: 'screen' }
}
