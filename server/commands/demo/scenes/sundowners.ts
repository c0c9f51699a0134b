import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { farLights } from '../lamps.ts'
import { twig } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, orb, skyMarks } from '../skies.ts'
import { backdrop, disc, ellipse, glow, gradient, placed, shape, stroke } from '../svg-marks.ts'

const DRINKS = [
  ['#ffd27a', '#f58a3a', '#d9402f'],
  ['#ffe0a8', '#f7a86a', '#e86a7a'],
  ['#fff0c0', '#f0c45a', '#c98a2a'],
] as const satisfies readonly (readonly [Colour, Colour, Colour])[]

/** Cold drinks on the wall, the sun behind them. */
export function sundowners(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.golden, SKIES.rose])
  const wall = height * 0.83
  const count = width > height ? 3 : 2
  const drink = random.pick(DRINKS)
  const glasses = random.times(count, (at) =>
    placed(
      tumbler(random, drink),
      [
        width / 2 + (at - (count - 1) / 2) * 320 + random.between(-24, 24),
        wall + random.between(6, 50),
      ],
      { scale: random.between(1.2, 1.32) },
    ),
  )
  const sun = { x: width * random.between(0.3, 0.7), y: height * random.between(0.34, 0.46) }
  return [
    {
      marks: skyMarks(sky, frame, height * 0.66) + orb(sun.x, sun.y, 60, '#fff6dc', '#ffc878'),
      blur: 5,
    },
    {
      marks:
        shape(
          `M-20 ${height * 0.62}Q${width * 0.3} ${height * 0.52} ${width * 0.6} ${height * 0.6}T${width + 20} ${height * 0.56}V${height}H-20Z`,
          mix(sky[2], '#4a3450', 0.6),
        ) +
        shape(
          `M-20 ${height * 0.72}Q${width * 0.5} ${height * 0.64} ${width + 20} ${height * 0.7}V${height}H-20Z`,
          mix(sky[2], '#2a1c30', 0.8),
        ),
      blur: 12,
    },
    {
      marks: farLights(random, frame, {
        top: height * 0.1,
        bottom: height * 0.76,
        every: 40,
        size: 80,
        colours: ['#ffe2a8', '#ffc46e', '#fff2d2'],
      }),
      blur: 4,
      blend: 'screen',
    },
    {
      marks: backdrop(frame, ['#e9b98a', '#8a5a48', '#3f2a2c'], wall - 20),
      blur: 5,
    },
    { marks: glasses.join('') },
    {
      marks:
        placed(twig(420, ['#5c6a4a', '#7a8458', '#3f4a38'], random), [-40, height * 0.2], {
          turn: 30,
          scale: 1.5,
        }) +
        placed(twig(400, ['#5c6a4a', '#3f4a38'], random), [width + 40, height * 0.1], {
          turn: 150,
          scale: 1.4,
        }),
      blur: 11,
    },
    { marks: glow(sun.x, sun.y, 900, '#ffb45e', 0.55), blend: 'screen' },
  ]
}

/** A tall tumbler on (0, 0), 300 high: ice, a slice of orange, a sprig. */
function tumbler(random: Random, drink: readonly [Colour, Colour, Colour]): string {
  const ice = random.times(5, (at) =>
    placed(
      `<rect x="-32" y="-32" width="64" height="64" rx="13" fill="#fff6e4" fill-opacity=".34" stroke="#fffaf0" stroke-opacity=".75" stroke-width="2.5"/>`,
      [(at % 2 === 0 ? -1 : 1) * random.between(14, 34), -232 + at * 42],
      { turn: random.between(-35, 35) },
    ),
  )
  const bubbles = random.times(26, () =>
    disc(
      random.between(-66, 66),
      random.between(-225, -24),
      random.between(1.4, 4.5),
      '#fff6e0',
      0.7,
    ),
  )
  return (
    gradient(`drink${drink[2].slice(1)}`, drink) +
    ellipse(20, 6, 150, 20, drink[1], 0.5) +
    shape('M-84 -250L-72 -12Q0 8 72 -12L84 -250Z', `url(#drink${drink[2].slice(1)})`, 0.92) +
    ice.join('') +
    bubbles.join('') +
    placed(slice(), [58, -282], { turn: random.between(-20, 20) }) +
    placed(twig(120, ['#5c7a4a', '#7d9658'], random), [-40, -270], { turn: -62 }) +
    ellipse(0, -250, 84, 14, mix(drink[0], '#ffffff', 0.3), 0.6) +
    stroke('M-90 -306L-74 -10Q0 14 74 -10L90 -306', '#fff4e0', 3, 0.65) +
    stroke('M-90 -306A90 15 0 0 0 90 -306A90 15 0 0 0 -90 -306', '#fff8ea', 3, 0.75) +
    stroke('M-74 -280L-62 -40', '#ffffff', 9, 0.5) +
    stroke('M70 -270L60 -70', '#fff2d8', 4, 0.5)
  )
}

function slice(): string {
  const spokes = [0, 45, 90, 135].map((turn) =>
    placed(stroke('M-48 0H48', '#fff0cf', 4, 0.9), [0, 0], { turn }),
  )
  return (
    disc(0, 0, 62, '#f28a24') +
    disc(0, 0, 55, '#fff0cf') +
    disc(0, 0, 49, '#f9a63c') +
    spokes.join('') +
    disc(0, 0, 7, '#fff0cf')
  )
}
