import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { bloom } from '../flowers.ts'
import { grass, twig } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, clouds, orb, skyMarks } from '../skies.ts'
import { backdrop, ellipse, glow, placed, scatter, shape, stroke } from '../svg-marks.ts'

const FLOWERS = [
  ['#f6c9b6', '#e99a86', '#fff1df', '#c9586a'],
  ['#fff1df', '#f8d9a8', '#f3b56a', '#e9b7a0'],
] as const satisfies readonly (readonly [Colour, ...Colour[]])[]
const LEAVES = ['#4a6048', '#31503f', '#6f8a63'] as const

/** A round arch of flowers by the water, chairs in rows before it. */
export function flowerArch(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.golden, SKIES.rose])
  const flowers = random.pick(FLOWERS)
  const shore = height * 0.56
  const ground = height * 0.68
  const x = width * random.between(0.46, 0.54)
  const radius = Math.min(height * 0.31, 330)
  const middle = ground - radius * 0.82
  const sun = { x: x + random.between(-90, 90), y: shore - random.between(30, 70) }
  const around = (from: number, to: number, count: number, draw: (turn: number) => string) =>
    scatter(random, count, (at) => {
      const angle = ((from + ((to - from) * at) / count) * Math.PI) / 180
      const far = radius + random.between(-16, 16)
      return placed(draw((angle * 180) / Math.PI), [
        x + Math.cos(angle) * far,
        middle + Math.sin(angle) * far,
      ])
    })
  const greens = around(130, 405, 74, (turn) =>
    placed(twig(random.between(80, 150), LEAVES, random), [0, 0], {
      turn: turn + random.between(30, 150),
    }),
  )
  const blooms =
    around(180, 330, 30, () =>
      placed(
        bloom(random, random.pick(flowers)),
        [random.between(-24, 24), random.between(-24, 24)],
        { scale: random.between(0.26, 0.6) },
      ),
    ) +
    around(20, 60, 8, () =>
      placed(bloom(random, random.pick(flowers)), [0, 0], { scale: random.between(0.25, 0.45) }),
    )
  return [
    { marks: skyMarks(sky, frame, shore) },
    {
      marks: clouds(frame, random, { top: 30, bottom: shore - 120, colour: '#ffe0b8', count: 12 }),
      blur: 10,
    },
    { marks: orb(sun.x, sun.y, 30, '#fff8e2', '#ffd08a') },
    {
      marks: shape(
        `M-20 ${shore}Q${width * 0.2} ${shore - 90} ${width * 0.45} ${shore - 26}T${width + 20} ${shore - 70}V${shore}Z`,
        mix(sky[2], '#5a4a6a', 0.55),
      ),
      blur: 2,
    },
    {
      marks:
        backdrop(frame, [sky[3], sky[2], sky[1]], shore) +
        scatter(random, 60, () =>
          ellipse(
            sun.x + random.between(-260, 260),
            shore + random.between(4, ground - shore),
            random.between(14, 60),
            2,
            '#fff4d6',
            0.6,
          ),
        ),
      blur: 1,
    },
    {
      marks:
        backdrop(frame, ['#6a6238', '#3a3f2a', '#161c18'], ground) +
        glow(x, ground, 620, '#ffc070', 0.5),
    },
    {
      marks:
        stroke(
          `M${x - radius * 0.57} ${ground}A${radius} ${radius} 0 1 1 ${x + radius * 0.57} ${ground}`,
          '#8a5a34',
          12,
        ) +
        greens +
        blooms,
    },
    { marks: aisle(x, ground, height) + chairs(x, ground, width, height), blur: 1 },
    { marks: grass(frame, random, { colour: '#10160f', light: '#f0b070', height: 110 }), blur: 6 },
    { marks: glow(sun.x, sun.y, 950, '#ffb868', 0.55), blend: 'screen' },
  ]
}

function aisle(x: number, ground: number, height: number): string {
  return shape(
    `M${x - 46} ${ground + 4}H${x + 46}L${x + 210} ${height + 20}H${x - 210}Z`,
    '#f2dcc0',
    0.6,
  )
}

/** Rows of white chairs on both sides, seen from behind. */
function chairs(x: number, ground: number, width: number, height: number): string {
  return [0.16, 0.36, 0.62, 0.96]
    .map((near) => {
      const y = ground + (height - ground) * near
      const size = 0.36 + near * 0.75
      return [-1, 1]
        .flatMap((side) =>
          [0, 1, 2, 3, 4].map((at) => {
            const place = x + side * ((60 + near * 150) * 1.05 + 70 * size + at * 104 * size)
            return place < -60 || place > width + 60
              ? ''
              : placed(CHAIR, [place, y], { scale: size })
          }),
        )
        .join('')
    })
    .join('')
}

const CHAIR =
  shape('M-36 -112Q0 -128 36 -112L33 -44H-33Z', '#5b4a44') +
  stroke('M-36 -112Q0 -128 36 -112', '#ffe0b4', 5, 0.9) +
  shape('M-38 -46H38L42 -30H-42Z', '#7a6658') +
  stroke('M-36 -30V14M36 -30V14', '#40332f', 6)
