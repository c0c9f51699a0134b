import { mix } from '../paint/colour.ts'
import type { Colour } from '../paint/colour.ts'
import type { Layer } from '../paint/develop.ts'
import { backdrop, disc, glow, placed, rect, scatter, stroke } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { crowd } from '../paint/people.ts'
import { woods } from '../paint/plants.ts'
import type { Random } from '../paint/seeded-random.ts'
import { SKIES, skyMarks, stars } from '../paint/skies.ts'

const COLOURS = [
  ['#ffe9b8', '#ffa53d'],
  ['#ffd9c4', '#ff5a4a'],
  ['#fff3d6', '#ffc64a'],
  ['#ffd6ee', '#f0509a'],
  ['#e2f6ff', '#4fb4f0'],
  ['#e6ffd6', '#6ac45a'],
] as const

/** Fireworks over a lake that mirrors them; sometimes with the people who watch. */
export function fireworks(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const shore = height * random.between(0.64, 0.72)
  const first = random.whole(0, COLOURS.length - 1)
  const bursts = random.times(random.whole(1, 4), (at) => ({
    x: width * (at === 0 ? random.between(0.35, 0.65) : random.between(0.05, 0.95)),
    y: shore * random.between(0.28, 0.5),
    radius: at === 0 ? random.between(260, 350) : random.between(120, 215),
    colours: COLOURS[(first + at) % COLOURS.length] ?? COLOURS[0],
  }))
  const lights = bursts.map((one) => burst(random, one)).join('')
  const shine = bursts.map(({ x, y, radius, colours }) => glow(x, y, radius * 2.6, colours[1], 0.5))
  const glows = shine.join('')
  const sky = rect(0, 0, width, shore, '#000')
  const mirrored = (marks: string) =>
    placed(`<g transform="scale(1 -.62)">${marks}</g>`, [0, shore * 1.62]) + sky
  const watching = { y: height * 0.9, size: height * 0.3, colour: '#04050a' } as const
  return [
    { marks: skyMarks(SKIES.night, frame, shore) + stars(frame, random, shore) },
    { marks: glows, blur: 30, blend: 'screen' },
    { marks: lights, blend: 'screen' },
    { marks: backdrop(frame, ['#0a0f26'], shore) },
    { marks: mirrored(glows), blur: 20, blend: 'screen' },
    { marks: mirrored(lights), blur: 4, blend: 'screen' },
    { marks: ripples(frame, random, shore), blur: 1.5 },
    {
      marks:
        woods(frame, random, { y: shore + 6, tall: 100, colour: '#05060b' }) +
        rect(0, shore - 3, width, 9, '#05060b'),
    },
    { marks: random.chance(0.5) ? crowd(frame, random, watching) : '', blur: 2 },
  ]
}

interface Burst {
  x: number
  y: number
  radius: number
  colours: readonly [inner: Colour, outer: Colour]
}

function burst(random: Random, { x, y, radius, colours: [inner, outer] }: Burst): string {
  const rays = scatter(random, Math.round(radius * 0.42), () => {
    const angle = random.between(0, Math.PI * 2)
    const reach = radius * (0.5 + 0.5 * Math.sqrt(random.next()))
    const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach]
    const [endX, endY] = [x + dx, y + dy + reach * 0.18]
    const path = `M${x + dx * 0.12} ${y + dy * 0.12}Q${x + dx * 0.75} ${y + dy * 0.75} ${endX} ${endY}`
    return (
      stroke(path, mix(inner, outer, random.between(0.1, 1)), random.between(1.5, 4), 0.85) +
      glow(endX, endY, random.between(8, 18), inner) +
      disc(endX, endY, random.between(1.8, 3.6), '#fffaf0')
    )
  })
  const heart = glow(x, y, radius * 0.4, inner) + glow(x, y, radius * 0.16, '#ffffff')
  return glow(x, y, radius * 1.5, outer, 0.6) + rays + heart
}

function ripples({ width, height }: Frame, random: Random, shore: number): string {
  return scatter(random, 170, () => {
    const depth = random.next() ** 1.4
    const reach = 30 + depth * 190
    const start = `M${random.between(-60, width)} ${shore + 8 + depth * (height - shore)}`
    const path = `${start}q${reach / 2} ${-3 - depth * 4} ${reach} 0`
    return stroke(path, '#060a1a', 2 + depth * 6, 0.5)
  })
}
