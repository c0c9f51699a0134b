import type { Colour } from './colour.ts'
import { backdrop, disc, ellipse, glow, rect, scatter, shape } from './marks.ts'
import type { Frame, Point } from './marks.ts'
import type { Random } from './seeded-random.ts'

/** Skies of an evening, early to late, each from the zenith down to the horizon. */
export const SKIES = {
  golden: ['#6d7ba6', '#b7929a', '#f0b27c', '#ffe0a6'],
  rose: ['#454a80', '#96658f', '#e88f7c', '#ffcf9c'],
  dusk: ['#171d42', '#3a3a6e', '#8d5680', '#ec8a66'],
  blueHour: ['#0a1130', '#182a5a', '#3b5488', '#c08a86'],
  night: ['#04060f', '#0a1028', '#14214a', '#2b3a68'],
} as const satisfies Record<string, Sky>

/** Zenith, high, low, horizon. */
export type Sky = readonly [Colour, Colour, Colour, Colour]

/** A sky from the top of the frame down to `horizon`. */
export function skyMarks(sky: Sky, frame: Frame, horizon: number): string {
  const below = rect(0, horizon - 1, frame.width, frame.height, sky[3])
  return backdrop({ width: frame.width, height: horizon }, sky) + below
}

/** Thin clouds lit from below. */
export function clouds(
  frame: Frame,
  random: Random,
  { top, bottom, colour }: { top: number; bottom: number; colour: Colour },
): string {
  return scatter(random, 13, () => {
    const width = random.between(120, 520)
    const [x, y] = [random.between(-100, frame.width + 100), random.between(top, bottom)]
    const thin = width * random.between(0.03, 0.08)
    return ellipse(x, y, width, thin, colour, random.between(0.15, 0.5))
  })
}

export function stars(frame: Frame, random: Random, bottom: number): string {
  return scatter(random, 140, () => {
    const bright = random.next() ** 4
    const [x, y] = [random.between(0, frame.width), random.between(0, bottom)]
    return disc(x, y, 0.7 + bright * 2.2, '#fff6e6', 0.25 + bright * 0.75)
  })
}

/** A sun or moon with the light around it. */
export function orb(x: number, y: number, radius: number, colour: Colour, halo: Colour): string {
  const light = glow(x, y, radius * 9, halo, 0.55) + glow(x, y, radius * 3.4, halo, 0.8)
  return light + disc(x, y, radius, colour)
}

/** The line of a range of hills, `height` high, from side to side. */
export function ridge(frame: Frame, random: Random, top: number, height: number): Point[] {
  const phases = random.times(3, () => random.between(0, 9))
  return Array.from({ length: 41 }, (_, at) => {
    const x = -50 + (at / 40) * (frame.width + 100)
    const waves = phases.map(
      (phase, i) => Math.sin((x / 1000) * (2.2 + i * 3.1) + phase) / (i + 1) ** 1.3,
    )
    return [x, top - waves.reduce((sum, wave) => sum + wave) * height * 0.5] as const
  })
}

/** The land below a ridge. */
export function land(frame: Frame, crest: readonly Point[], colour: Colour): string {
  const line = crest.map(([x, y]) => `L${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  return shape(`M-50 ${frame.height + 50}${line}V${frame.height + 50}Z`, colour)
}
