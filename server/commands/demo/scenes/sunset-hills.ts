import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, clouds, orb, skyMarks } from '../skies.ts'
import { curve, glow, placed, shape } from '../svg-marks.ts'
import type { Point } from '../svg-marks.ts'
import { figure } from '../people.ts'
import { cypress, grass, tree } from '../plants.ts'

/** The sun going down behind hills, one row behind the other. */
export function sunsetHills(frame: Frame, random: Random): Layer[] {
  const sky = random.pick([SKIES.golden, SKIES.rose])
  const horizon = frame.height * random.between(0.5, 0.6)
  const sun = { x: frame.width * random.between(0.25, 0.75), y: horizon - random.between(20, 110) }
  const haze = sky[2]
  const dark = '#1d1a2b'
  const rows = 6
  const hills = random.times(rows, (row) => {
    const near = row / (rows - 1)
    const top = horizon + near ** 1.5 * (frame.height - horizon) * 0.72
    const colour = mix(mix(haze, '#7a5a78', 0.25 + near * 0.2), dark, near ** 0.8)
    const crest = ridge(frame, random, top, 40 + near * 70)
    const trees =
      row > 1 && row < 5 ? treesOn(crest, random, 24 + near * 100, mix(colour, dark, 0.4)) : ''
    const mist = glow(sun.x, top + 60, 500, haze, 0.22 * (1 - near))
    return shape(`${curve(crest)}V${frame.height + 50}H-50Z`, colour) + trees + mist
  })
  const oak = {
    x: frame.width * random.pick([0.2, 0.8]),
    y: frame.height * random.between(0.82, 0.86),
  }
  const knoll = shape(
    `M-50 ${frame.height}Q${oak.x} ${oak.y - 70} ${frame.width + 50} ${frame.height}Z`,
    dark,
  )
  const underOak = random.chance(0.5)
    ? knoll + tree(oak.x, oak.y, 430, dark, random) + twoOf(oak.x + 120, oak.y - 12, dark)
    : ''
  return [
    { marks: skyMarks(sky, frame, horizon) },
    {
      marks: clouds(frame, random, {
        top: 40,
        bottom: horizon - 120,
        colour: mix(haze, '#fff0d8', 0.3),
      }),
      blur: 9,
    },
    { marks: orb(sun.x, sun.y, 34, '#fff6dc', '#ffcf8a') },
    { marks: hills.slice(0, 3).join(''), blur: 1.2 },
    { marks: hills.slice(3).join('') + underOak },
    { marks: grass(frame, random, { colour: '#120f18', light: '#e9a565', height: 200 }), blur: 5 },
    { marks: glow(sun.x, sun.y, 900, '#ffb066', 0.5), blend: 'screen' },
  ]
}

/** Two people on the hill, far away. */
function twoOf(x: number, y: number, colour: Colour): string {
  const him = figure({ wears: 'jacket', left: 'down', right: 'forward' }, colour)
  const her = figure({ wears: 'dress', left: 'forward', right: 'down' }, colour)
  return placed(placed(him, [-24, 0]) + placed(her, [24, 2], { scale: 0.93 }), [x, y], {
    scale: 0.5,
  })
}

function ridge(frame: Frame, random: Random, top: number, height: number): Point[] {
  const phases = random.times(3, () => random.between(0, 9))
  return Array.from({ length: 41 }, (_, at) => {
    const x = -50 + (at / 40) * (frame.width + 100)
    const wave = phases.reduce(
      (sum, phase, i) => sum + Math.sin((x / 1000) * (2.2 + i * 3.1) + phase) / (i + 1) ** 1.3,
      0,
    )
    return [x, top - wave * height * 0.5] as const
  })
}

function treesOn(crest: readonly Point[], random: Random, height: number, colour: Colour): string {
  const groves = random.times(3, () => random.whole(2, crest.length - 6))
  return groves
    .flatMap((start) =>
      random.times(random.whole(1, 4), (at) => {
        const [x, y] = crest[start + at] ?? [0, 0]
        return cypress(x + random.between(-8, 8), y + 8, height * random.between(0.6, 1.15), colour)
      }),
    )
    .join('')
}
