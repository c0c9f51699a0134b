import { mix } from '../paint/colour.ts'
import type { Layer } from '../paint/develop.ts'
import { backdrop, glow, placed, scatter, shape } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { couple, crowd } from '../paint/people.ts'
import type { Random } from '../paint/seeded-random.ts'

const SKIES_BEHIND = [
  ['#5a3a4e', '#c26a5a', '#ffb56a', '#ffe3a8'],
  ['#3f5a80', '#8a9ab0', '#f6d0a0', '#fff0cc'],
  ['#3a2018', '#a8542c', '#f0a04a', '#ffe0a0'],
] as const
const PAPER = ['#fff0d8', '#ffd08a', '#f7a07a', '#e86a6a', '#f4c4b8', '#c9d8c4'] as const

/** Confetti and petals over the two, the sun behind them. */
export function confettiRain(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick(SKIES_BEHIND)
  const x = width * random.between(0.36, 0.64)
  const size = height * random.between(0.0021, 0.0033)
  const dark = mix(sky[0], '#0c060a', 0.72)
  const guests = { y: height * 0.8, size: height * 0.36, colour: mix(dark, sky[1], 0.28) }
  const two = placed(couple(dark), [x, height * 1.02], { scale: size, flip: random.chance(0.5) })
  return [
    { marks: backdrop(frame, sky) },
    {
      marks: glow(x, height * 0.62, 900, '#ffe2a0', 0.9) + glow(x, height * 0.6, 380, '#fff4d8'),
      blend: 'screen',
    },
    { marks: rain(frame, random, 120, 9), blur: 3 },
    { marks: crowd(frame, random, guests), blur: 4.5 },
    { marks: glow(x, height * 0.7, 420, '#ffd08a', 0.9), blend: 'screen' },
    { marks: two, blur: 0.8 },
    { marks: rain(frame, random, 110, 15) },
    { marks: rain(frame, random, 16, 46), blur: 9 },
    { marks: glow(x, height * 0.55, 800, '#ffb45e', 0.4), blend: 'screen' },
  ]
}

/** So many pieces of paper and petals, each turned at random. */
function rain({ width, height }: Frame, random: Random, count: number, large: number): string {
  return scatter(random, count, () => {
    const size = large * random.between(0.7, 1.3)
    const thin = size * random.between(0.25, 1)
    const petal = `C${thin} ${-size} ${thin} ${size} 0 ${size}C${-thin} ${size} ${-thin} ${-size} 0 ${-size}Z`
    const path = random.chance(0.5)
      ? `M${-size} ${-thin}H${size}V${thin}H${-size}Z`
      : `M0 ${-size}${petal}`
    return placed(
      shape(path, random.pick(PAPER), random.between(0.75, 1)),
      [width * random.next(), height * random.next() ** 0.8],
      { turn: random.between(0, 180) },
    )
  })
}
