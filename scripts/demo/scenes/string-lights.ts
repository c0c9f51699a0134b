import type { Layer } from '../paint/develop.ts'
import { bulb, farLights, slung } from '../paint/lamps.ts'
import { backdrop, glow, placed, scatter, wash } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { guest } from '../paint/people.ts'
import { woods } from '../paint/plants.ts'
import type { Random } from '../paint/seeded-random.ts'
import { SKIES, skyMarks } from '../paint/skies.ts'

/** Strings of bulbs over a garden; trees, people and further lights out of focus. */
export function stringLights(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.rose, SKIES.dusk, SKIES.blueHour])
  const horizon = height * random.between(0.72, 0.82)
  const trees = { y: horizon + 40, tall: 560, colour: '#10141f' } as const
  const near = { top: horizon + 60, bottom: height + 60, every: 90, size: 80 }
  const far = { top: horizon - 190, bottom: horizon + 110, every: 15, size: 40 }
  const [farthest, middle, nearest] = [7, 13, 21].map((size) => string(frame, random, size))
  const people = scatter(random, random.pick([0, 3, 5]), () => {
    const [x, scale] = [width * random.next(), random.between(2, 2.5)]
    return placed(guest(random, '#0d0a0e', 'calm'), [x, height * 1.04], { scale })
  })
  return [
    { marks: skyMarks(sky, frame, horizon) + wash('#05060c', 0.18) },
    {
      marks:
        woods(frame, random, trees) +
        backdrop(frame, ['#14100f'], horizon) +
        glow(width / 2, horizon + 40, width * 0.7, '#c9722f', 0.55),
      blur: 13,
    },
    { marks: farLights(random, frame, far) + farLights(random, frame, near), blur: 1.6 },
    { marks: `${farthest}`, blur: 5 },
    { marks: people, blur: 7 },
    { marks: `${middle}` },
    { marks: `${nearest}`, blur: random.pick([0, 3]) },
    { marks: glow(width / 2, height * 0.25, width * 0.75, '#ff9f4a', 0.28), blend: 'screen' },
  ]
}

/** A string of bulbs from side to side, its bulbs `size` large. */
function string({ width, height }: Frame, random: Random, size: number): string {
  const [left, right] = [random.between(-60, height * 0.3), random.between(-60, height * 0.32)]
  const sag = random.between(60, 200)
  const hung = { sag, count: Math.round(width / (size * 6.5)), cable: 1.5 + size / 9 }
  return slung([-60, left], [width + 60, right], hung, (x, y) => bulb(x, y, size))
}
