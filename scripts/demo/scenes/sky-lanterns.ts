import type { Layer } from '../paint/develop.ts'
import { backdrop, glow, gradient, placed, scatter, shape, stroke } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { crowd } from '../paint/people.ts'
import { woods } from '../paint/plants.ts'
import type { Random } from '../paint/seeded-random.ts'
import { SKIES, skyMarks, stars } from '../paint/skies.ts'

/** Paper lanterns that rise into the night, near and far, from the hands that let them go. */
export function skyLanterns(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.dusk, SKIES.blueHour, SKIES.night])
  const shore = height * 0.87
  const rising = (count: number, low: number, high: number) =>
    scatter(random, count, () => {
      const place = [width * random.next(), random.between(30, shore - 60)] as const
      const scale = random.between(low, high)
      return placed(lantern(), place, { turn: random.between(-9, 9), scale })
    })
  const distant = scatter(random, 60, () => {
    const y = random.between(height * 0.2, shore)
    return glow(width * random.next(), y, random.between(7, 18), '#ffb257', 0.9)
  })
  const trees = { y: shore + 20, tall: 190, colour: '#06060e' } as const
  const size = height * random.between(0.2, 0.4)
  const people = { y: shore - 60, size, colour: '#05050b' } as const
  return [
    { marks: skyMarks(sky, frame, height) + stars(frame, random, shore) },
    { marks: distant, blur: 1, blend: 'screen' },
    { marks: rising(22, 0.14, 0.32), blur: 1.6 },
    { marks: woods(frame, random, trees) + backdrop(frame, ['#06060e'], shore) },
    { marks: rising(random.whole(4, 9), 0.42, 0.72) },
    { marks: random.chance(0.6) ? crowd(frame, random, people) : '', blur: 1 },
    { marks: rising(random.whole(1, 3), 1.1, 1.8), blur: 5 },
    { marks: glow(width / 2, height, width * 0.7, '#ff8a3a', 0.35), blend: 'screen' },
  ]
}

/** A paper lantern around (0, 0), 150 high, with the light it gives. */
function lantern(): string {
  const paper = 'M-40 62C-58 0 -60 -44 -46 -66C-30 -84 30 -84 46 -66C60 -44 58 0 40 62Z'
  return (
    gradient('paper', ['#8f3b1c', '#e8853a', '#ffc667', '#fff0c2']) +
    glow(0, 20, 260, '#ff9a45', 0.5) +
    shape(paper, 'url(#paper)') +
    stroke('M-40 62C-58 0 -60 -44 -46 -66M40 62C58 0 60 -44 46 -66M0 62V-78', '#b5521f', 1.6, 0.4) +
    glow(0, 56, 70, '#fffbe8', 0.9)
  )
}
