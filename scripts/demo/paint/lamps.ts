import type { Colour } from './colour.ts'
import { disc, ellipse, glow, scatter, shape, stroke } from './marks.ts'
import type { Frame, Point } from './marks.ts'
import type { Random } from './seeded-random.ts'

const WARM = ['#ffc56e', '#ffa042', '#ffdc9c', '#ff8236'] as const

/** Lights far out of focus, between two heights, one for each `every` units; most are dim, a few bright. */
export function farLights(
  random: Random,
  frame: Frame,
  { top, bottom, every, size, colours = WARM }: LightField,
): string {
  return scatter(random, Math.round(frame.width / every), () => {
    const [x, y] = [random.between(0, frame.width), random.between(top, bottom)]
    const [radius, colour] = [size * random.between(0.35, 1), random.pick(colours)]
    const opacity = 0.07 + 0.38 * random.next() ** 1.8
    // Brighter within its rim, as from a lens.
    return disc(x, y, radius, colour, opacity) + disc(x, y, radius * 0.9, colour, opacity)
  })
}

interface LightField {
  top: number
  bottom: number
  every: number
  /** Radius of the largest. */
  size: number
  colours?: readonly [Colour, ...Colour[]]
}

/** A string of `count` lights between two points; `light` draws one. */
export function slung(
  [x1, y1]: Point,
  [x2, y2]: Point,
  { sag, count, cable }: { sag: number; count: number; cable: number },
  light: (x: number, y: number) => string,
): string {
  const path = `M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`
  const lights = Array.from({ length: count }, (_, at) => {
    const t = (at + 0.5) / count
    return light(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + 4 * t * (1 - t) * sag)
  })
  return stroke(path, '#0c0a10', cable) + lights.join('')
}

/** A glass bulb that glows, hanging from (x, y). */
export function bulb(x: number, y: number, size: number, colour: Colour = '#ffc873'): string {
  const socket = stroke(`M${x} ${y}V${y + size * 0.5}`, '#17110f', size * 0.42)
  const glass = ellipse(x, y + size * 1.35, size * 0.62, size * 0.85, colour, 0.85)
  const heart = disc(x, y + size * 1.35, size * 0.32, '#fffbe8')
  return glow(x, y + size * 1.35, size * 9, colour, 0.5) + socket + glass + heart
}

/** A candle's flame standing on (x, y), with its light. */
export function flame(x: number, y: number, size: number): string {
  const path = `M${x} ${y}C${x - size * 0.34} ${y - size * 0.2} ${x - size * 0.2} ${y - size * 0.7} ${x} ${y - size}C${x + size * 0.2} ${y - size * 0.7} ${x + size * 0.34} ${y - size * 0.2} ${x} ${y}Z`
  return (
    glow(x, y - size * 0.5, size * 7, '#ff9c45', 0.5) +
    glow(x, y - size * 0.5, size * 2.4, '#ffc477', 0.8) +
    shape(path, '#ffe6a8') +
    ellipse(x, y - size * 0.35, size * 0.13, size * 0.25, '#fffdf2')
  )
}
