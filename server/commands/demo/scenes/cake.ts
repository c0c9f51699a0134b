import { candle, stand, tier } from '../cake-parts.ts'
import type { Colour } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { bloom } from '../flowers.ts'
import { farLights } from '../lamps.ts'
import { twig } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, ellipse, glow, placed, scatter } from '../svg-marks.ts'

const CAKES = [
  { cream: '#e9cdb0', flowers: ['#e99a86', '#f6c9b6', '#c9586a'] },
  { cream: '#e6c2b0', flowers: ['#fff1df', '#b5405a', '#f3b56a'] },
  { cream: '#dccbb0', flowers: ['#f3b56a', '#f8d9a8', '#e27a6a'] },
] as const satisfies readonly { cream: Colour; flowers: readonly Colour[] }[]

const ROOMS = [
  ['#21121a', '#5a2c22', '#a35b30'],
  ['#101624', '#38304a', '#8a5a4a'],
] as const satisfies readonly (readonly Colour[])[]
const LEAVES = ['#5c7a58', '#3f5a45', '#7d9670'] as const

/** The cake with its flowers, among candles. */
export function cake(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const { cream, flowers } = random.pick(CAKES)
  const table = height * 0.86
  const x = width * random.between(0.45, 0.55)
  const tiers = [
    { half: 235, tall: 205 },
    { half: 168, tall: 180 },
    { half: 105, tall: 160 },
  ]
  let base = table - 44
  const drawn = tiers.map(({ half, tall }) => {
    const marks = tier(x, base, half, tall, cream)
    const garland = scatter(random, random.whole(2, 4), () =>
      placed(
        bloom(random, random.pick(flowers)),
        [x + half * random.between(-0.95, -0.1), base - random.between(-6, 46)],
        { scale: random.between(0.34, 0.56), turn: random.between(0, 360) },
      ),
    )
    const leaves = scatter(random, 4, () =>
      placed(twig(120, LEAVES, random), [x - half * 0.5, base - 10], {
        turn: random.between(150, 260),
        scale: 0.9,
      }),
    )
    base -= tall
    return marks + leaves + garland
  })
  const top = scatter(random, 4, (at) =>
    placed(bloom(random, random.pick(flowers)), [x + (at - 1.5) * 52, base - 18 - (at % 2) * 26], {
      scale: 0.52,
      turn: at * 80,
    }),
  )
  const candles = random
    .times(Math.round(width / 125), (at) => ({
      x: at * 128 + random.between(0, 60),
      y: table + random.between(-12, 44),
      tall: random.between(70, 190),
    }))
    .filter((one) => Math.abs(one.x - x) > 300)
  return [
    {
      marks: backdrop(frame, random.pick(ROOMS)),
    },
    {
      marks: farLights(random, frame, { top: 0, bottom: height * 0.75, every: 16, size: 66 }),
      blur: 2.4,
      blend: 'screen',
    },
    {
      marks: backdrop(frame, ['#f0cfa6', '#a86f48', '#6d4029'], table - 30),
      blur: 7,
    },
    { marks: ellipse(x, table + 6, 330, 46, '#5a3320', 0.6), blur: 14 },
    {
      marks:
        stand(x, table) +
        drawn.join('') +
        placed(twig(130, LEAVES, random), [x, base], { turn: -20 }) +
        top,
    },
    { marks: candles.map((one) => candle(one.x, one.y, one.tall)).join(''), blur: 2.5 },
    {
      marks:
        glow(width * 0.1, height * 0.6, 800, '#ffb05a', 0.4) +
        glow(x + 150, table - 380, 480, '#ffd9a0', 0.22),
      blend: 'screen',
    },
  ]
}
