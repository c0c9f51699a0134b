import type { Colour } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { bloom, sprinkle } from '../flowers.ts'
import { farLights } from '../lamps.ts'
import { twig } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, glow, placed, scatter, wash } from '../svg-marks.ts'

const ARRANGEMENTS = [
  {
    petals: ['#f6c9b6', '#e99a86', '#fbe8da', '#c9586a'],
    leaves: ['#3f5a45', '#5c7a58', '#2b4237'],
    back: ['#3a2a2c', '#7a4a3c'],
  },
  {
    petals: ['#fff1df', '#f8d9a8', '#f3b56a', '#fae3d4'],
    leaves: ['#4a6048', '#6f8a63', '#334a3c'],
    back: ['#1d2a2a', '#5a5a3a'],
  },
  {
    petals: ['#b5405a', '#e27a6a', '#f4b58c', '#7d2a4a'],
    leaves: ['#31503f', '#4b6b4c', '#1f3a33'],
    back: ['#241424', '#6a3038'],
  },
] as const satisfies readonly {
  petals: readonly Colour[]
  leaves: readonly Colour[]
  back: readonly Colour[]
}[]

/** The bouquet, close, in low sun. */
export function bouquet(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const { petals, leaves, back } = random.pick(ARRANGEMENTS)
  const [x, y] = [width * random.between(0.42, 0.58), height * random.between(0.5, 0.58)]
  const ring = (count: number, reach: number, low: number, high: number) =>
    scatter(random, count, (at) => {
      const angle = (at / count) * Math.PI * 2 + random.between(-0.25, 0.25)
      const far = reach * random.between(0.85, 1.12)
      return placed(
        bloom(random, random.pick(petals)),
        [x + Math.cos(angle) * far * 1.08, y + Math.sin(angle) * far],
        { scale: random.between(low, high), turn: random.between(0, 360) },
      )
    })
  const twigs = scatter(random, 26, (at) =>
    placed(twig(random.between(330, 520), leaves, random), [x, y], {
      turn: at * 13.85 + random.between(-8, 8),
    }),
  )
  return [
    {
      marks:
        backdrop(frame, back) +
        farLights(random, frame, { top: 0, bottom: height, every: 26, size: 80 }),
      blur: 7,
    },
    { marks: twigs, blur: 3 },
    { marks: sprinkle(random, x, y, 430, '#fff4e6') + ring(10, 330, 0.85, 1.15), blur: 1.6 },
    { marks: ring(7, 195, 1.15, 1.5) },
    { marks: ring(3, 70, 1.45, 1.8) + sprinkle(random, x, y, 240, '#ffe9d2') },
    {
      marks: wash('#2a1420', 0.16) + glow(x - 260, y - 340, 900, '#ffb469', 0.5),
      blend: 'soft-light',
    },
    { marks: glow(width * 0.05, height * 0.05, 900, '#ff9d52', 0.55), blend: 'screen' },
  ]
}
