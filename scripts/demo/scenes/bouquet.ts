import type { Layer } from '../paint/develop.ts'
import { bloom, sprinkle } from '../paint/flowers.ts'
import { farLights } from '../paint/lamps.ts'
import { backdrop, glow, placed, scatter } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { twig } from '../paint/plants.ts'
import type { Random } from '../paint/seeded-random.ts'

const ARRANGEMENTS = [
  { petals: ['#f6c9b6', '#e99a86', '#fbe8da', '#c9586a'], back: ['#3a2a2c', '#7a4a3c'] },
  { petals: ['#fff1df', '#f8d9a8', '#f3b56a', '#fae3d4'], back: ['#1d2a2a', '#5a5a3a'] },
  { petals: ['#b5405a', '#e27a6a', '#f4b58c', '#7d2a4a'], back: ['#241424', '#6a3038'] },
  { petals: ['#b48ac0', '#f4c4d0', '#fff1e6', '#8a6ab0'], back: ['#33405a', '#a08a8a'] },
] as const
const LEAVES = ['#3f5a45', '#5c7a58', '#2b4237'] as const

/** The bouquet in low sun, nearer or farther away. */
export function bouquet(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const { petals, back } = random.pick(ARRANGEMENTS)
  const [x, y] = [width * random.between(0.34, 0.66), height * random.between(0.46, 0.6)]
  const near = random.between(0.78, 1.3)
  const around = (count: number, reach: number, size: number) =>
    scatter(random, count, (at) => {
      const angle = (at / count) * Math.PI * 2 + random.between(-0.25, 0.25)
      const far = reach * random.between(0.85, 1.12)
      const place = [Math.cos(angle) * far * 1.08, Math.sin(angle) * far] as const
      const scale = size * random.between(0.86, 1.14)
      return placed(bloom(random, random.pick(petals)), place, { scale })
    })
  const twigs = scatter(random, 26, (at) =>
    placed(twig(random.between(330, 520), LEAVES, random), [0, 0], {
      turn: at * 13.85 + random.between(-8, 8),
    }),
  )
  const held = (marks: string) => placed(marks, [x, y], { scale: near })
  const sunX = random.pick([0, width])
  return [
    {
      marks:
        backdrop(frame, back) +
        farLights(random, frame, { top: 0, bottom: height, every: 26, size: 80 }),
      blur: 7,
    },
    { marks: held(twigs), blur: 3 },
    { marks: held(sprinkle(random, 430, '#fff4e6') + around(10, 330, 1)), blur: 1.6 },
    { marks: held(around(7, 195, 1.3)) },
    { marks: held(around(3, 70, 1.6) + sprinkle(random, 240, '#ffe9d2')) },
    { marks: glow(sunX, height * 0.05, 1000, '#ff9d52', 0.6), blend: 'screen' },
  ]
}
