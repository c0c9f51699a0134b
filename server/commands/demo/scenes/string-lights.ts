import type { Frame, Layer } from '../develop.ts'
import { bulb, cable, farLights, slung } from '../lamps.ts'
import { tree } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, skyMarks } from '../skies.ts'
import type { Point } from '../svg-marks.ts'
import { backdrop, glow, wash } from '../svg-marks.ts'

/** Strings of bulbs over a garden; trees and further lights out of focus. */
export function stringLights(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.dusk, SKIES.blueHour, SKIES.blueHour])
  const horizon = height * random.between(0.72, 0.82)
  const trees = random.times(9, () =>
    tree(
      random.between(-50, width + 50),
      horizon + 40,
      random.between(260, 560),
      random.pick(['#0d1420', '#101a22', '#15131f']),
      random,
    ),
  )
  const [farthest, far, near, nearest] = [0, 1, 2, 3].map((at) => string(frame, random, 7 + at * 5))
  return [
    { marks: skyMarks(sky, frame, horizon) + wash('#05060c', 0.18) },
    {
      marks:
        trees.join('') +
        backdrop(frame, ['#14100f'], horizon) +
        glow(width / 2, horizon + 40, width * 0.7, '#c9722f', 0.55),
      blur: 13,
    },
    {
      marks:
        farLights(random, frame, {
          top: horizon - 190,
          bottom: horizon + 110,
          every: 15,
          size: 40,
        }) +
        farLights(random, frame, { top: horizon + 60, bottom: height + 60, every: 90, size: 80 }),
      blur: 1.6,
    },
    { marks: `${farthest}${far}`, blur: 5 },
    { marks: `${near}` },
    { marks: `${nearest}`, blur: random.pick([0, 2.5]) },
    { marks: glow(width / 2, height * 0.25, width * 0.75, '#ff9f4a', 0.28), blend: 'screen' },
  ]
}

/** A string of bulbs from side to side, its bulbs `size` large. */
function string({ width, height }: Frame, random: Random, size: number): string {
  const left: Point = [-60, random.between(-60, height * 0.3)]
  const right: Point = [width + 60, random.between(-60, height * 0.32)]
  const sag = random.between(90, 260)
  const places = slung(left, right, sag, Math.round(width / (size * 6.5)))
  const bulbs = places.map(([x, y]) => bulb(x, y, size * random.between(0.95, 1.05)))
  return cable(left, right, sag, 1.5 + size / 9) + bulbs.join('')
}
