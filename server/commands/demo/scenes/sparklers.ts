import type { Colour } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { farLights } from '../lamps.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, disc, glow, placed, scatter, shape, stroke } from '../svg-marks.ts'

const NIGHTS = [
  ['#0a0d1c', '#1b2140', '#4b3346'],
  ['#0d0a10', '#2c1720', '#6b3626'],
] as const satisfies readonly (readonly Colour[])[]

/** Hands that hold sparklers into the night. */
export function sparklers(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const count = width > height ? random.whole(3, 4) : random.whole(1, 3)
  const held = random.times(count, (at) => {
    const x = (width * (at + 0.5)) / count + random.between(-40, 40)
    return {
      x,
      y: height * random.between(0.24, 0.46),
      lean: random.between(-70, 70),
      size: random.between(190, 280) * (count === 1 ? 1.4 : 1),
    }
  })
  return [
    {
      marks: backdrop(frame, random.pick(NIGHTS)),
    },
    {
      marks: farLights(random, frame, {
        top: height * 0.35,
        bottom: height * 0.95,
        every: 18,
        size: 70,
      }),
      blur: 2.5,
    },
    {
      marks: held.map(({ x, y, size }) => glow(x, y, size * 2.6, '#ff9a3c', 0.8)).join(''),
      blend: 'screen',
    },
    { marks: held.map(({ x, y, lean }) => hand(x, y, lean, height)).join(''), blur: 1.5 },
    { marks: held.map(({ x, y, size }) => sparks(random, x, y, size)).join(''), blend: 'screen' },
    {
      marks: held
        .flatMap(({ x, y, size }) =>
          random.times(9, () =>
            disc(
              x + random.between(-1, 1) * size * 1.4,
              y + random.between(-0.6, 1.6) * size,
              random.between(4, 15),
              '#ffc46b',
              0.5,
            ),
          ),
        )
        .join(''),
      blur: 4,
      blend: 'screen',
    },
  ]
}

function sparks(random: Random, x: number, y: number, size: number): string {
  const rays = random.times(190, () => {
    const angle = random.between(0, Math.PI * 2)
    const reach = size * (0.2 + 0.8 * random.next() ** 1.6)
    const from = reach * random.between(0, 0.55)
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    const [endX, endY] = [x + dx * reach, y + dy * reach + reach * 0.06]
    const ray = stroke(
      `M${x + dx * from} ${y + dy * from}L${endX} ${endY}`,
      random.pick(['#ffd27a', '#ffb04a', '#fff0c8'] as const),
      random.between(0.8, 2.4),
      random.between(0.5, 1),
    )
    return random.chance(0.35)
      ? ray + star(random, endX, endY, size * random.between(0.03, 0.09))
      : ray
  })
  return (
    rays.join('') +
    glow(x, y, size * 0.55, '#fff6dc') +
    glow(x, y, size * 0.22, '#ffffff') +
    disc(x, y, size * 0.035, '#ffffff')
  )
}

/** Where a spark bursts into smaller ones. */
function star(random: Random, x: number, y: number, size: number): string {
  return scatter(random, 6, () => {
    const angle = random.between(0, Math.PI * 2)
    return stroke(
      `M${x} ${y}l${Math.cos(angle) * size} ${Math.sin(angle) * size}`,
      '#fff2cf',
      1.2,
      0.9,
    )
  })
}

/** A hand's dark outline, lit from above, with the wire up to the fire. */
function hand(x: number, y: number, lean: number, height: number): string {
  const [handX, handY] = [x + lean, y + 330]
  const skin = '#2a1512'
  const fist = shape(
    'M-34 8C-42 -26 -30 -52 -4 -56C22 -58 40 -40 38 -8C37 18 24 40 4 42C-18 44 -30 30 -34 8Z',
    skin,
  )
  const fingers = [-36, -16, 4, 22].map((at) =>
    stroke(`M-30 ${at}C-12 ${at - 9} 12 ${at - 8} 26 ${at + 2}`, '#9a5a34', 3, 0.6),
  )
  const thumb =
    stroke('M30 10C20 -20 8 -40 -6 -62', skin, 24) +
    stroke('M24 4C16 -22 6 -40 -6 -60', '#c47a45', 3, 0.65)
  const arm =
    shape(`M-30 20C-34 80 -50 200 -70 ${height}H70C56 200 46 100 34 20Z`, '#150c10') +
    stroke(`M-31 40C-36 110 -48 190 -62 ${height * 0.6}`, '#a8602f', 4, 0.45)
  return (
    stroke(`M${x} ${y}L${handX} ${handY + 40}`, '#8a6a50', 4) +
    placed(arm + fist + fingers.join('') + thumb, [handX, handY], {
      turn: -lean / 5,
      flip: lean > 0,
    })
  )
}
