import type { Colour } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { bloom } from '../flowers.ts'
import { farLights } from '../lamps.ts'
import { couple } from '../people.ts'
import { cypress, tree, twig } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, skyMarks } from '../skies.ts'
import { backdrop, disc, glow, placed, scatter, shape } from '../svg-marks.ts'

const PAPERS = [
  ['#fff0d8', '#f7cfa4', '#e09a74'],
  ['#ffeee2', '#f0c6b8', '#c08a94'],
  ['#fff3da', '#f2d6a0', '#cfa868'],
] as const satisfies readonly (readonly Colour[])[]

/** One frame of film exposed twice: two people, and within them what the evening was made of. */
export function doubleExposure(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const size = height * 0.0048
  const place = [width * random.between(0.44, 0.56), height * 1.02] as const
  const people = couple('#ffffff')
  const inside = random.pick([flowersInside, hillsInside])
  const mask = `<mask id="people"><rect width="${width}" height="${height}" fill="#000"/>${placed(people, [...place], { scale: size, flip: random.chance(0.5) })}</mask>`
  return [
    {
      marks:
        backdrop(frame, random.pick(PAPERS)) +
        glow(width * 0.7, height * 0.25, 620, '#fff6e2', 0.8),
    },
    {
      marks: scatter(random, 26, () =>
        disc(
          random.between(0, width),
          random.between(0, height),
          random.between(30, 110),
          '#fff3dc',
          random.between(0.06, 0.2),
        ),
      ),
      blur: 3,
    },
    {
      marks: `${mask}<g mask="url(#people)">${inside(frame, random)}</g>`,
      blur: 0.7,
      blend: 'multiply',
    },
    {
      marks: `${mask}<g mask="url(#people)">${farLights(random, frame, { top: height * 0.2, bottom: height, every: 20, size: 48 })}</g>`,
      blur: 1.5,
      blend: 'screen',
    },
    { marks: hillsBelow(frame, random), blur: 3, blend: 'multiply' },
    {
      marks: glow(width * random.pick([0, 1]), height * 0.3, 800, '#ff8a4a', 0.45),
      blend: 'screen',
    },
  ]
}

function flowersInside(frame: Frame, random: Random): string {
  const { width, height } = frame
  const flowers = random.times(46, () =>
    placed(
      bloom(random, random.pick(['#b5405a', '#e27a6a', '#f4b58c', '#7d2a4a'] as const)),
      [random.between(width * 0.15, width * 0.85), random.between(height * 0.1, height)],
      { scale: random.between(0.5, 1.3), turn: random.between(0, 360) },
    ),
  )
  const leaves = random.times(40, () =>
    placed(
      twig(190, ['#31503f', '#4b6b4c'], random),
      [random.between(width * 0.15, width * 0.85), random.between(height * 0.1, height)],
      { turn: random.between(0, 360) },
    ),
  )
  return backdrop(frame, ['#3a2232']) + leaves.join('') + flowers.join('')
}

function hillsInside(frame: Frame, random: Random): string {
  const { width, height } = frame
  const rows = random.times(5, (row) => {
    const y = height * (0.5 + row * 0.11)
    const colour =
      (['#8a5a68', '#6a4460', '#4a3252', '#322542', '#1d1830'] as const)[row] ?? '#1d1830'
    const trees = scatter(random, 8, () =>
      cypress(random.between(0, width), y + 6, 70 + row * 26, colour),
    )
    return (
      trees +
      shape(
        `M-20 ${y}Q${width * 0.3} ${y - 60} ${width * 0.55} ${y}T${width + 20} ${y - 20}V${height + 20}H-20Z`,
        colour,
      )
    )
  })
  return (
    skyMarks(SKIES.rose, frame, height * 0.6) +
    disc(width * 0.52, height * 0.4, 60, '#fff0c8') +
    rows.join('')
  )
}

function hillsBelow(frame: Frame, random: Random): string {
  const { width, height } = frame
  const woods = scatter(random, Math.round(width / 40), () =>
    tree(random.between(-20, width + 20), height + 24, random.between(60, 190), '#6a4a52', random),
  )
  return woods + backdrop(frame, ['#ffffff', '#ffffff', '#ffffff', '#b98a8a'])
}
