import { mix } from '../colour.ts'
import type { Colour } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { tree } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, skyMarks, stars } from '../skies.ts'
import { backdrop, disc, glow, placed, scatter, stroke } from '../svg-marks.ts'

const BURSTS = [
  ['#ffe9b8', '#ffa53d'],
  ['#ffd9c4', '#ff5a4a'],
  ['#fff3d6', '#ffc64a'],
  ['#ffd6ee', '#f0509a'],
  ['#e2f6ff', '#4fb4f0'],
] as const satisfies readonly (readonly [Colour, Colour])[]

interface Burst {
  x: number
  y: number
  radius: number
  inner: Colour
  outer: Colour
}

/** Fireworks over a lake that gives them back. */
export function fireworks(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const shore = height * random.between(0.66, 0.7)
  const first = random.whole(0, BURSTS.length - 1)
  const bursts = random.times(random.whole(3, 4), (at): Burst => {
    const [inner, outer] = BURSTS[(first + at * 2) % BURSTS.length] ?? BURSTS[0]
    const radius = at === 0 ? random.between(270, 320) : random.between(140, 215)
    const place =
      at === 0 ? random.between(0.38, 0.62) : ((at * 0.41 + random.between(0, 0.1)) % 0.9) + 0.05
    return {
      x: width * place,
      y: shore * (at === 0 ? 0.4 : random.between(0.22, 0.62)),
      radius,
      inner,
      outer,
    }
  })
  const lights = bursts.map((one) => burst(one, random)).join('')
  const glows = bursts
    .map(({ x, y, radius, outer }) => glow(x, y, radius * 2.6, outer, 0.5))
    .join('')
  const woods = scatter(random, Math.round(width / 32), () =>
    tree(random.between(-20, width + 20), shore + 6, random.between(30, 100), '#05060b', random),
  )
  const below = (marks: string) =>
    placed(`<g transform="scale(1 -0.62)">${marks}</g>`, [0, shore * 1.62])
  return [
    { marks: skyMarks(SKIES.night, frame, shore) + stars(frame, random, shore, 90) },
    { marks: glows + smoke(bursts, random), blur: 30, blend: 'screen' },
    { marks: lights, blend: 'screen' },
    { marks: backdrop(frame, ['#0a0f26'], shore) },
    {
      marks: below(glows) + `<rect width="${width}" height="${shore}" fill="#000"/>`,
      blur: 20,
      blend: 'screen',
    },
    {
      marks: below(lights) + `<rect width="${width}" height="${shore}" fill="#000"/>`,
      blur: 4,
      blend: 'screen',
    },
    { marks: ripples(frame, random, shore), blur: 1.5 },
    { marks: woods + `<rect y="${shore - 3}" width="${width}" height="9" fill="#05060b"/>` },
  ]
}

function burst({ x, y, radius, inner, outer }: Burst, random: Random): string {
  const rays = random.times(Math.round(radius * 0.42), () => {
    const angle = random.between(0, Math.PI * 2)
    const reach = radius * (0.5 + 0.5 * Math.sqrt(random.next()))
    const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach]
    const fall = reach * 0.18
    const path = `M${x + dx * 0.12} ${y + dy * 0.12}Q${x + dx * 0.75} ${y + dy * 0.75} ${x + dx} ${y + dy + fall}`
    const colour = mix(inner, outer, random.between(0.1, 1))
    return (
      stroke(path, colour, random.between(1.5, 4), random.between(0.6, 1)) +
      glow(x + dx, y + dy + fall, random.between(8, 18), inner) +
      disc(x + dx, y + dy + fall, random.between(1.8, 3.6), '#fffaf0')
    )
  })
  return (
    glow(x, y, radius * 1.5, outer, 0.6) +
    rays.join('') +
    glow(x, y, radius * 0.4, inner) +
    glow(x, y, radius * 0.16, '#ffffff')
  )
}

function smoke(bursts: readonly Burst[], random: Random): string {
  return bursts
    .flatMap(({ x, y, radius, outer }) =>
      random.times(9, () =>
        disc(
          x + random.between(-1, 1) * radius,
          y + random.between(-0.4, 1.1) * radius,
          radius * random.between(0.15, 0.45),
          mix(outer, '#9a8088', 0.45),
          0.2,
        ),
      ),
    )
    .join('')
}

function ripples({ width, height }: Frame, random: Random, shore: number): string {
  return scatter(random, 170, () => {
    const depth = random.next() ** 1.4
    const reach = 30 + depth * 190
    return stroke(
      `M${random.between(-60, width)} ${shore + 8 + depth * (height - shore)}q${reach / 2} ${-3 - depth * 4} ${reach} 0`,
      '#060a1a',
      2 + depth * 6,
      0.5,
    )
  })
}
