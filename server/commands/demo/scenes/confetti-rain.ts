import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { couple, crowd } from '../people.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, glow, placed, scatter, shape } from '../svg-marks.ts'

const SKIES_BEHIND = [
  ['#5a3a4e', '#c26a5a', '#ffb56a', '#ffe3a8'],
  ['#2a2850', '#8a4a74', '#f08a6a', '#ffd08a'],
  ['#3a2018', '#a8542c', '#f0a04a', '#ffe0a0'],
] as const satisfies readonly (readonly Colour[])[]

const PAPER = ['#fff0d8', '#ffd08a', '#f7a07a', '#e86a6a', '#f4c4b8', '#c9d8c4'] as const

/** Confetti and petals over the two, the sun behind them. */
export function confettiRain(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick(SKIES_BEHIND)
  const x = width * random.between(0.42, 0.58)
  const size = height * random.between(0.0022, 0.0026)
  const dark = mix(sky[0], '#0c060a', 0.72)
  const rain = (count: number, low: number, high: number, light: number) =>
    scatter(random, count, () =>
      paper(
        random,
        random.between(0, width),
        height * random.next() ** 0.8,
        random.between(low, high),
        light,
      ),
    )
  const guests = (from: number, to: number) =>
    crowd(random, {
      from,
      to,
      y: height * 0.8,
      size: size * 160,
      colour: mix(dark, sky[1], 0.18),
      count: 5,
    })
  return [
    {
      marks: backdrop(frame, sky),
    },
    {
      marks:
        glow(x, height * 0.62, 900, '#ffe2a0', 0.9) + glow(x, height * 0.6, 380, '#fff4d8', 0.95),
      blend: 'screen',
    },
    { marks: rain(120, 6, 12, 0.2), blur: 3 },
    { marks: guests(-60, x - 190) + guests(x + 190, width + 60), blur: 3.5 },
    {
      marks: placed(couple(dark), [x, height * 1.0], { scale: size, flip: random.chance(0.5) }),
      blur: 0.8,
    },
    { marks: rain(110, 10, 19, 0) },
    { marks: rain(16, 34, 60, 0), blur: 9 },
    { marks: glow(x, height * 0.55, 800, '#ffb45e', 0.4), blend: 'screen' },
  ]
}

/** A piece of paper or a petal, turned somehow. */
function paper(random: Random, x: number, y: number, size: number, light: number): string {
  const colour = mix(random.pick(PAPER), '#fff8e8', light)
  const thin = random.between(0.25, 1)
  const path = random.chance(0.5)
    ? `M${-size} ${-size * thin}H${size}V${size * thin}H${-size}Z`
    : `M0 ${-size}C${size * thin} ${-size} ${size * thin} ${size} 0 ${size}C${-size * thin} ${size} ${-size * thin} ${-size} 0 ${-size}Z`
  return placed(shape(path, colour, random.between(0.75, 1)), [x, y], {
    turn: random.between(0, 180),
  })
}
