import type { Colour } from '../paint/colour.ts'
import type { Layer } from '../paint/develop.ts'
import { farLights } from '../paint/lamps.ts'
import { backdrop, disc, glow, gradient, placed, scatter, shape, stroke } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { twig } from '../paint/plants.ts'
import type { Random } from '../paint/seeded-random.ts'
import { SKIES, land, orb, ridge, skyMarks } from '../paint/skies.ts'

const DRINKS = [
  ['#ffd27a', '#f58a3a', '#d9402f'],
  ['#ffe0a8', '#f7a86a', '#e86a7a'],
  ['#f4f0c0', '#c9d07a', '#7a9a4a'],
  ['#e8a8b8', '#b0386a', '#5a1444'],
] as const satisfies readonly (readonly Colour[])[]
const LEAVES = ['#5c6a4a', '#7a8458', '#3f4a38'] as const

/** Cold drinks on the wall, the sun behind them. */
export function sundowners(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.golden, SKIES.rose])
  const wall = height * 0.84
  const count = width > height ? random.whole(2, 4) : random.whole(1, 2)
  const drink = random.pick(DRINKS)
  const size = count === 1 ? 1.8 : count === 4 ? 1.08 : 1.3
  const glasses = scatter(random, count, (at) => {
    const x = width / 2 + (at - (count - 1) / 2) * 235 * size + random.between(-24, 24)
    return placed(tumbler(random, drink), [x, wall + random.between(6, 50)], { scale: size })
  })
  const sun = { x: width * random.between(0.2, 0.8), y: height * random.between(0.28, 0.44) }
  const far = { top: height * 0.1, bottom: height * 0.76, every: 46, size: 76 }
  const side = random.pick([0, 1])
  const branch = placed(twig(420, LEAVES, random), [0, 0], { turn: 30, scale: 1.5 })
  return [
    {
      marks: skyMarks(sky, frame, height * 0.66) + orb(sun.x, sun.y, 60, '#fff6dc', '#ffc878'),
      blur: 5,
    },
    {
      marks:
        land(frame, ridge(frame, random, height * 0.6, 90), '#8a5a68') +
        land(frame, ridge(frame, random, height * 0.7, 60), '#4a3044'),
      blur: 12,
    },
    { marks: farLights(random, frame, far), blur: 4, blend: 'screen' },
    { marks: backdrop(frame, ['#e9b98a', '#8a5a48', '#3f2a2c'], wall - 20), blur: 5 },
    { marks: glasses },
    { marks: placed(branch, [side * width, 60], { flip: side === 1 }), blur: 11 },
    { marks: glow(sun.x, sun.y, 900, '#ffb45e', 0.55), blend: 'screen' },
  ]
}

/** A tall tumbler on (0, 0), 300 high: ice, bubbles, a slice of orange, a sprig. */
function tumbler(random: Random, drink: readonly [Colour, Colour, Colour]): string {
  const ice = scatter(random, 5, (at) => {
    const cube = shape('M-22 -32H22Q32 -32 32 -22V22Q32 32 22 32H-22Q-32 32 -32 22V-22Z', '#fff6e4')
    const x = (at % 2 === 0 ? -1 : 1) * random.between(14, 34)
    return placed(`<g opacity=".42">${cube}</g>`, [x, -232 + at * 42], {
      turn: random.between(-35, 35),
    })
  })
  const bubbles = scatter(random, 26, () => {
    const [x, y] = [random.between(-66, 66), random.between(-225, -24)]
    return disc(x, y, random.between(1.4, 4.5), '#fff6e0', 0.7)
  })
  const id = `drink${drink[2].slice(1)}`
  return (
    gradient(id, drink) +
    glow(10, 0, 190, drink[1], 0.6) +
    shape('M-84 -250L-72 -12Q0 8 72 -12L84 -250Z', `url(#${id})`, 0.92) +
    ice +
    bubbles +
    placed(orange(), [58, -282], { turn: random.between(-20, 20) }) +
    placed(twig(120, ['#5c7a4a', '#7d9658'], random), [-40, -270], { turn: -62 }) +
    stroke('M-90 -306L-74 -10Q0 14 74 -10L90 -306', '#fff4e0', 3, 0.65) +
    stroke('M-90 -306A90 15 0 0 0 90 -306A90 15 0 0 0 -90 -306', '#fff8ea', 3, 0.75) +
    stroke('M-74 -280L-62 -40', '#ffffff', 9, 0.5)
  )
}

function orange(): string {
  const spokes = stroke('M-48 0H48M0 -48V48M-34 -34L34 34M-34 34L34 -34', '#fff0cf', 4, 0.9)
  return disc(0, 0, 62, '#f28a24') + disc(0, 0, 55, '#fff0cf') + disc(0, 0, 49, '#f9a63c') + spokes
}
