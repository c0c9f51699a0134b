import { mix } from '../paint/colour.ts'
import type { Layer } from '../paint/develop.ts'
import { glow, placed, shape } from '../paint/marks.ts'
import type { Frame, Point } from '../paint/marks.ts'
import { pair } from '../paint/people.ts'
import { cypress, grass, tree } from '../paint/plants.ts'
import type { Random } from '../paint/seeded-random.ts'
import { SKIES, clouds, land, orb, ridge, skyMarks } from '../paint/skies.ts'

const DARK = '#1d1a2b'
const ROWS = 6

/** The sun going down behind hills, one row behind the other; here and there two who watch it. */
export function sunsetHills(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.golden, SKIES.rose, SKIES.dusk])
  const horizon = height * random.between(0.42, 0.62)
  const sun = { x: width * random.between(0.2, 0.8), y: horizon - random.between(0, 110) }
  const haze = sky[2]
  const hills = random.times(ROWS, (row) => {
    const near = row / (ROWS - 1)
    const top = horizon + near ** 1.5 * (height - horizon) * 0.72
    const colour = mix(mix(haze, '#7a5a78', 0.25 + near * 0.2), DARK, near ** 0.8)
    const crest = ridge(frame, random, top, 40 + near * 70)
    const groves = row > 1 && row < 5 ? cypresses(random, crest, 24 + near * 100) : ''
    return land(frame, crest, colour) + groves + glow(sun.x, top + 60, 500, haze, 0.2 - near * 0.2)
  })
  const clouded = { top: 40, bottom: horizon - 120, colour: mix(haze, '#fff0d8', 0.3) }
  return [
    { marks: skyMarks(sky, frame, horizon + 60) },
    { marks: clouds(frame, random, clouded), blur: 9 },
    { marks: orb(sun.x, sun.y, random.between(30, 52), '#fff6dc', '#ffcf8a') },
    { marks: hills.slice(0, 3).join(''), blur: 1.2 },
    { marks: hills.slice(3).join('') + (random.chance(0.6) ? knoll(frame, random) : '') },
    { marks: grass(frame, random, { colour: '#120f18', light: '#e9a565', height: 190 }), blur: 5 },
    { marks: glow(sun.x, sun.y, 900, '#ffb066', 0.5), blend: 'screen' },
  ]
}

/** Two under a tree, nearer to us than the hills. */
function knoll({ width, height }: Frame, random: Random): string {
  const [x, y] = [width * random.pick([0.2, 0.3, 0.76]), height * random.between(0.8, 0.86)]
  const hill = shape(`M-50 ${height}Q${x} ${y - 70} ${width + 50} ${height}Z`, DARK)
  const two = placed(pair(DARK), [x + random.pick([-150, 130]), y - 4], { scale: 0.62 })
  return hill + tree(x, y, random.between(380, 520), DARK, random) + two
}

function cypresses(random: Random, crest: readonly Point[], tall: number): string {
  return random
    .times(3, () => random.whole(2, crest.length - 6))
    .flatMap((start) => crest.slice(start, start + random.whole(1, 4)))
    .map(([x, y]) =>
      cypress(x + random.between(-8, 8), y + 8, tall * random.between(0.6, 1.15), DARK),
    )
    .join('')
}
