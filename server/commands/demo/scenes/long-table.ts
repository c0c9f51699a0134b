import type { Colour } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { bloom } from '../flowers.ts'
import { flame } from '../lamps.ts'
import { placeSetting } from '../place-setting.ts'
import { twig } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { disc, glow, placed, scatter, stroke, wash } from '../svg-marks.ts'

const TABLES = [
  {
    wood: ['#5b3522', '#6d4129', '#4a2b1d'],
    plate: '#efe3d2',
    flowers: ['#e99a86', '#f6d3bd', '#b5405a'],
  },
  {
    wood: ['#3a2a26', '#4a332b', '#2d211f'],
    plate: '#d9d4cc',
    flowers: ['#f3b56a', '#fff1df', '#e27a6a'],
  },
  {
    wood: ['#8a6a4c', '#99775a', '#735740'],
    plate: '#f3ece0',
    flowers: ['#fff1df', '#f8d9a8', '#c9586a'],
  },
] as const satisfies readonly {
  wood: readonly Colour[]
  plate: Colour
  flowers: readonly Colour[]
}[]

const LEAVES = ['#5c7a62', '#3f5a48', '#7d9678'] as const

/** The laid table from above: a runner of leaves and flowers, plates along both sides, candles between. */
export function longTable(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const { wood, plate, flowers } = random.pick(TABLES)
  const turn = random.pick([0, 0, -24, 18]) + (height > width ? 90 : 0)
  const seats = random.times(7, (at) => (at - 3) * 310 + 60)
  const candles = random.times(9, (at) => ({
    x: (at - 4) * 230 + random.between(-40, 40),
    y: random.between(-62, 62),
  }))
  const onTable = (marks: string) => placed(marks, [width / 2, height / 2], { turn })
  const planks = random.times(
    16,
    (at) =>
      `<rect x="-1500" y="${(at - 8) * 130}" width="3000" height="130" fill="${random.pick(wood)}"/>` +
      stroke(`M-1500 ${(at - 8) * 130}H1500`, '#1a0f0b', 4, 0.6) +
      grain(random, (at - 8) * 130),
  )
  const settings = seats.map(
    (x) =>
      placed(placeSetting(plate), [x, 285]) +
      placed(placeSetting(plate), [x + 40, -285], { turn: 180 }),
  )
  const greens = random.times(44, (at) =>
    placed(
      twig(random.between(110, 190), LEAVES, random),
      [(at - 22) * 62 + random.between(-30, 30), random.between(-34, 34)],
      { turn: random.between(-50, 50) + (at % 2) * 180 },
    ),
  )
  const blooms = random.times(17, (at) =>
    placed(
      bloom(random, random.pick(flowers)),
      [(at - 8) * 150 + random.between(-40, 40), random.between(-44, 44)],
      { scale: random.between(0.4, 0.72), turn: random.between(0, 360) },
    ),
  )
  return [
    { marks: onTable(planks.join('')) },
    {
      marks: onTable(
        seats
          .map(
            (x) => disc(x + 12, 300, 128, '#0c0605', 0.6) + disc(x + 52, -270, 128, '#0c0605', 0.6),
          )
          .join('') +
          `<rect x="-1500" y="-80" width="3000" height="190" fill="#0c0605" opacity=".45"/>`,
      ),
      blur: 14,
    },
    { marks: onTable(settings.join('')) },
    { marks: onTable(greens.join('') + blooms.join('')) },
    {
      marks:
        wash('#3a2430') +
        onTable(candles.map(({ x, y }) => glow(x, y, 900, '#ffe6c0', 0.6)).join('')),
      blend: 'multiply',
    },
    {
      marks: onTable(candles.map(({ x, y }) => glow(x, y, 330, '#ff9a42', 0.5)).join('')),
      blend: 'screen',
    },
    {
      marks: onTable(
        candles
          .map(
            ({ x, y }) =>
              disc(x, y, 36, '#c98a4a', 0.5) +
              disc(x, y, 30, '#fff0cc', 0.9) +
              placed(flame(0, 0, 42), [x, y + 18], { turn: -turn }),
          )
          .join(''),
      ),
      blur: 0.6,
    },
  ]
}

function grain(random: Random, y: number): string {
  return scatter(random, 7, () =>
    stroke(
      `M-1500 ${y + random.between(10, 120)}Q0 ${y + random.between(-10, 140)} 1500 ${y + random.between(10, 120)}`,
      '#1a0f0b',
      2,
      0.22,
    ),
  )
}
