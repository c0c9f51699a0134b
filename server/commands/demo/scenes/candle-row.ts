import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { farLights, flame } from '../lamps.ts'
import { twig } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, ellipse, glow, placed, scatter, shape, stroke } from '../svg-marks.ts'

const GLASS = ['#e8853a', '#d9663f', '#c98a4a', '#b5563f'] as const
const ROOMS = [
  ['#0f1220', '#2a1a26', '#5a2f20'],
  ['#140c0c', '#361a14', '#70401f'],
] as const satisfies readonly (readonly Colour[])[]

/** Candles in glasses along a table; one is sharp. */
export function candleRow(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const table = height * 0.8
  const sharp = width * random.between(0.34, 0.64)
  const far = random.times(Math.round(width / 110), (at) =>
    glassAt(at * 112 + random.between(-20, 20), table - 120, 0.62, random),
  )
  const middle = random.times(Math.round(width / 240), (at) =>
    glassAt(at * 250 + random.between(0, 70), table - 50, 0.95, random),
  )
  return [
    {
      marks: backdrop(frame, random.pick(ROOMS)),
    },
    {
      marks: farLights(random, frame, { top: 0, bottom: table - 140, every: 13, size: 58 }),
      blur: 2.4,
    },
    {
      marks: backdrop(frame, ['#5a3018', '#2a160e', '#0e0807'], table - 130),
      blur: 6,
    },
    { marks: far.join(''), blur: 9 },
    { marks: middle.join(''), blur: 4.5 },
    {
      marks: scatter(random, 9, (at) =>
        placed(
          twig(random.between(200, 330), ['#3f5a45', '#2b4237', '#5c7a58'], random),
          [at * (width / 8), table + random.between(30, 90)],
          { turn: random.between(-30, 30) + (at % 2) * 180 },
        ),
      ),
      blur: 1.5,
    },
    {
      marks:
        glassAt(sharp, table + 70, 1.5, random) +
        glassAt(sharp + random.pick([-1, 1]) * random.between(230, 290), table + 46, 1.18, random),
    },
    {
      marks: glassAt(sharp < width / 2 ? width * 0.93 : width * 0.05, height + 110, 2.5, random),
      blur: 13,
    },
    { marks: glow(sharp, table - 150, 700, '#ff9a45', 0.35), blend: 'screen' },
  ]
}

/** A tumbler of coloured glass standing on (0, 0), 170 high, with its candle. */
function glassAt(x: number, y: number, scale: number, random: Random): string {
  const colour = random.pick(GLASS)
  const body = 'M-62 -170L-54 -8Q0 14 54 -8L62 -170Q0 -154 -62 -170Z'
  const marks =
    `<radialGradient id="glass${colour.slice(1)}" cx=".5" cy=".52" r=".75"><stop stop-color="#fff0c0"/><stop offset=".3" stop-color="${mix(colour, '#ffd080', 0.55)}"/><stop offset=".75" stop-color="${colour}"/><stop offset="1" stop-color="${mix(colour, '#2a0e08', 0.6)}"/></radialGradient>` +
    ellipse(0, 4, 110, 18, '#ff9a45', 0.4) +
    glow(0, -90, 260, '#ff9440', 0.6) +
    shape(body, `url(#glass${colour.slice(1)})`, 0.95) +
    shape('M-44 -52H44L40 -12Q0 4 -40 -12Z', '#fff0cf', 0.5) +
    flame(0, -56, 60) +
    ellipse(0, -170, 62, 13, mix(colour, '#3a140a', 0.45), 0.7) +
    stroke('M-62 -170A62 13 0 0 0 62 -170A62 13 0 0 0 -62 -170', '#ffe0ae', 3, 0.8) +
    [-34, -12, 12, 34]
      .map((rib) => stroke(`M${rib * 1.1} -156L${rib} -2`, '#fff0d0', 2, 0.28))
      .join('') +
    stroke('M-50 -150L-44 -30', '#fff8e6', 6, 0.5)
  return placed(marks, [x, y], { scale })
}
