import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { cypress, tree } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, skyMarks, stars } from '../skies.ts'
import { backdrop, disc, ellipse, glow, placed, scatter, shape, stroke } from '../svg-marks.ts'

const TRAIL_COLOURS = ['#fff2dc', '#cfdcff', '#ffe0b0', '#ffffff'] as const

/** The old house with its windows lit, under stars that the long exposure drew into circles. */
export function starNight(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.blueHour, SKIES.night])
  const ground = height * random.between(0.78, 0.84)
  const [poleX, poleY] = [width * random.between(0.2, 0.8), height * random.between(0.1, 0.35)]
  const house = {
    x: width * random.between(0.36, 0.64),
    size: Math.min(1, width / 1150) * random.between(0.9, 1.1),
  }
  const dark = mix(sky[1], '#04050a', 0.6)
  const hasTrails = random.chance(0.7)
  const trees = random.times(7, () =>
    cypress(
      house.x + random.pick([-1, 1]) * random.between(330, 640) * house.size,
      ground + 12,
      random.between(170, 360),
      '#05070d',
    ),
  )
  const woods = random.times(12, () =>
    tree(random.between(-40, width + 40), ground + 20, random.between(80, 170), '#070a12', random),
  )
  return [
    { marks: skyMarks(sky, frame, ground) },
    { marks: milkyWay(random, frame), blur: 34, blend: 'screen' },
    {
      marks: hasTrails
        ? trails(random, poleX, poleY, Math.hypot(width, height))
        : stars(frame, random, ground, 620),
      blend: 'screen',
    },
    {
      marks:
        shape(
          `M-20 ${ground - 20}Q${width * 0.3} ${ground - 120} ${width * 0.6} ${ground - 40}T${width + 20} ${ground - 70}V${height}H-20Z`,
          dark,
        ) + woods.join(''),
      blur: 2,
    },
    { marks: glow(house.x, ground - 90, 560 * house.size, '#ff9f4a', 0.55), blend: 'screen' },
    { marks: trees.join('') + placed(villa(random), [house.x, ground], { scale: house.size }) },
    {
      marks:
        backdrop(frame, ['#07080b'], ground) +
        glow(house.x, ground + 26, 520 * house.size, '#d8802f', 0.5) +
        drive(random, house.x, ground, height),
    },
  ]
}

function trails(random: Random, x: number, y: number, reach: number): string {
  return scatter(random, 420, () => {
    const radius = Math.sqrt(random.next()) * reach
    const from = random.between(0, Math.PI * 2)
    const to = from + random.between(0.3, 0.62)
    const point = (angle: number) =>
      `${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`
    return stroke(
      `M${point(from)}A${radius} ${radius} 0 0 1 ${point(to)}`,
      random.pick(TRAIL_COLOURS),
      random.between(0.8, 2.4),
      random.between(0.3, 1),
    )
  })
}

function milkyWay(random: Random, { width, height }: Frame): string {
  return scatter(random, 40, () => {
    const at = random.next()
    return disc(
      width * (0.1 + at * 0.9) + random.between(-90, 90),
      height * (0.8 - at * 0.85) + random.between(-90, 90),
      random.between(40, 120),
      random.pick(['#5a5f9a', '#8a6a8a', '#4a6aa0'] as const),
      0.14,
    )
  })
}

/** A villa of two floors, 300 high: most windows lit. */
function villa(random: Random): string {
  const wall = '#2a1d1c'
  const windows = [-196, -118, -40, 40, 118, 196].flatMap((x) =>
    [-196, -86].map((y) =>
      random.chance(0.85)
        ? lit(x, y)
        : `<rect x="${x - 17}" y="${y - 30}" width="34" height="62" fill="#120d10"/>`,
    ),
  )
  return (
    `<rect x="-250" y="-256" width="500" height="262" fill="${wall}"/>` +
    shape('M-274 -254L-200 -316H200L274 -254Z', '#150f12') +
    `<rect x="-170" y="-348" width="30" height="60" fill="#150f12"/><rect x="120" y="-344" width="30" height="56" fill="#150f12"/>` +
    windows.join('') +
    stroke('M-252 -142H252', '#3d2a25', 5)
  )
}

function lit(x: number, y: number): string {
  return (
    glow(x, y, 74, '#ffb45a', 0.7) +
    `<rect x="${x - 17}" y="${y - 30}" width="34" height="62" rx="3" fill="#ffd68a"/>` +
    stroke(`M${x} ${y - 30}v62M${x - 17} ${y - 2}h34`, '#8a5424', 2.5)
  )
}

/** Small lights along the way to the door. */
function drive(random: Random, x: number, ground: number, height: number): string {
  return [0.12, 0.3, 0.55, 0.85]
    .flatMap((near) =>
      [-1, 1].map((side) => {
        const [lx, ly] = [
          x + side * (40 + near * 190) + random.between(-5, 5),
          ground + near * (height - ground),
        ]
        return (
          glow(lx, ly, 46 + near * 60, '#ffb058', 0.8) +
          ellipse(lx, ly, 4 + near * 5, 5 + near * 6, '#fff0c8')
        )
      }),
    )
    .join('')
}
