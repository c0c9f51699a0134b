import sharp from 'sharp'
import type { Frame } from './develop.ts'
import { createRandom } from './seeded-random.ts'
import type { Random } from './seeded-random.ts'

/** How a picture is finished: as film takes it. */
export interface Film {
  /** How much bright places shine over, 0 to 1. */
  bloom: number
  /** Darkness of the corners, 0 to 1. */
  vignette: number
  /** Light that fell into the camera: where (0 to 1 from the top left), and how strong. */
  leak?: { x: number; y: number; strength: number }
  /** Height of the grain, of 255. */
  grain: number
}

const LEAK_RGB = [255, 112, 48] as const
const GRAIN_PX = 512
const GRAIN = grainTile(createRandom(1826))
/** A soft S: shadows a little deeper, lights a little brighter, neither ever flat. */
const CURVE = Uint8ClampedArray.from({ length: 256 }, (_, value) => {
  const x = value / 255
  return Math.round(255 * (x + 0.16 * (x * x * (3 - 2 * x) - x) + 0.012))
})

/** Enlarges a scene (raw RGB) to a photo's size, with the light that shines over, darker corners and grain. */
export async function finish(scene: Buffer, from: Frame, to: Frame, film: Film): Promise<Buffer> {
  const [pixels, light] = await Promise.all([
    resizeRgb(scene, from, to),
    overshine(scene, from, film).then(({ data, size }) => resizeRgb(data, size, to)),
  ])
  const [middleX, middleY] = [to.width / 2, to.height / 2]
  for (let y = 0, at = 0; y < to.height; y += 1) {
    const grainRow = (y % GRAIN_PX) * GRAIN_PX
    const fromMiddleY = ((y - middleY) / middleY) ** 2
    for (let x = 0; x < to.width; x += 1) {
      const fromMiddle = (((x - middleX) / middleX) ** 2 + fromMiddleY) / 2
      const shade = 1 - film.vignette * fromMiddle * (0.4 + 0.6 * fromMiddle)
      const noise = (GRAIN[grainRow + (x % GRAIN_PX)] ?? 0) * film.grain
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const lit = 255 - ((255 - (pixels[at] ?? 0)) * (255 - (light[at] ?? 0))) / 255
        const value = CURVE[(lit * shade) | 0] ?? 0
        // Grain shows most in the middle tones, as it does on film.
        const grained = value + noise * (0.35 + value * (255 - value) * 0.000_04)
        pixels[at] = grained < 0 ? 0 : grained > 255 ? 255 : grained
      }
    }
  }
  return pixels
}

/** What shines over from bright places, close around them and far, and what fell in from outside; an eighth of the size. */
async function overshine(
  scene: Buffer,
  from: Frame,
  { bloom, leak }: Film,
): Promise<{ data: Buffer; size: Frame }> {
  const size = { width: Math.round(from.width / 8), height: Math.round(from.height / 8) }
  const small = sharp(await resizeRgb(scene, from, size), { raw: { ...size, channels: 3 } })
  const [close, far] = await Promise.all(
    [
      { sigma: 2.5, gain: 1 },
      { sigma: 16, gain: 1 },
    ].map(({ sigma, gain }) =>
      small
        .clone()
        .linear(gain * bloom, -105 * gain * bloom)
        .blur(sigma)
        .raw()
        .toBuffer(),
    ),
  )
  const data = Buffer.alloc(size.width * size.height * 3)
  for (let at = 0; at < data.length; at += 1) {
    const place = Math.floor(at / 3)
    const fallen = leak
      ? leakAt((place % size.width) / size.width, place / size.width / size.height, leak) *
        (LEAK_RGB[at % 3] ?? 0)
      : 0
    data[at] = Math.min(255, (close?.[at] ?? 0) + (far?.[at] ?? 0) + fallen)
  }
  return { data, size }
}

function leakAt(x: number, y: number, leak: NonNullable<Film['leak']>): number {
  const distance = Math.hypot((x - leak.x) * 1.6, (y - leak.y) * 0.8)
  return leak.strength * Math.max(0, 1 - distance) ** 2.2
}

async function resizeRgb(data: Buffer, from: Frame, to: Frame): Promise<Buffer> {
  return sharp(data, { raw: { ...from, channels: 3 } })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
}

/** Noise from about -1 to 1 that hangs together over two pixels, as silver does. */
function grainTile(random: Random): Float32Array {
  const count = GRAIN_PX * GRAIN_PX
  const bell = Float32Array.from({ length: count }, () => random.next() + random.next() - 1)
  return bell.map(
    (value, at) =>
      (value + (bell[(at + 1) % count] ?? 0) + (bell[(at + GRAIN_PX) % count] ?? 0)) / 1.7,
  )
}
