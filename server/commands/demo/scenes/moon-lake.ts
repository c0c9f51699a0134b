import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { farLights } from '../lamps.ts'
import { figure } from '../people.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, clouds, skyMarks, stars } from '../skies.ts'
import {
  backdrop,
  curve,
  disc,
  ellipse,
  glow,
  placed,
  scatter,
  shape,
  stroke,
} from '../svg-marks.ts'
import type { Point } from '../svg-marks.ts'

/** A low moon over the lake; lights of the other shore; two on the jetty. */
export function moonLake(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.blueHour, SKIES.blueHour, SKIES.dusk])
  const shore = height * random.between(0.54, 0.62)
  const moon = {
    x: width * random.between(0.3, 0.7),
    y: shore * random.between(0.38, 0.62),
    radius: random.between(46, 74),
  }
  const far = ridge(random, frame, shore, 120)
  const near = ridge(random, frame, shore, 60)
  const water = mix(sky[1], '#060a18', 0.35)
  return [
    { marks: skyMarks(sky, frame, shore) + stars(frame, random, shore * 0.8, 110) },
    {
      marks: clouds(frame, random, {
        top: shore * 0.3,
        bottom: shore * 0.95,
        colour: '#8f93b8',
        count: 9,
      }),
      blur: 16,
    },
    {
      marks: glow(moon.x, moon.y, 560, '#ffd9a0', 0.75) + glow(moon.x, moon.y, 190, '#fff0cf', 0.9),
      blend: 'screen',
    },
    { marks: disc(moon.x, moon.y, moon.radius, '#fff3d4') + craters(random, moon) },
    { marks: shape(far, mix(sky[2], '#0a1024', 0.55)), blur: 2 },
    { marks: shape(near, '#0a0e1e') },
    {
      marks: backdrop(frame, [water], shore) + glow(moon.x, shore, 700, '#c9a27a', 0.3),
    },
    {
      marks:
        farLights(random, frame, { top: shore - 14, bottom: shore - 2, every: 46, size: 7 }) +
        scatter(random, 20, () =>
          stroke(
            `M${random.between(0, width)} ${shore + 6}v${random.between(30, 110)}`,
            '#ffb45e',
            5,
            0.3,
          ),
        ),
      blur: 3,
      blend: 'screen',
    },
    { marks: path(random, frame, shore, moon), blend: 'screen' },
    { marks: waves(random, frame, shore), blur: 1 },
    { marks: random.chance(0.6) ? jetty(frame, shore) : boat(frame, random, shore) },
  ]
}

function ridge(random: Random, { width }: Frame, shore: number, height: number): string {
  const points = Array.from({ length: 26 }, (_, at): Point => [
    -40 + (at / 25) * (width + 80),
    shore - height * random.between(0.25, 1) * (0.5 + 0.5 * Math.sin(at / 3 + height)),
  ])
  return `${curve(points)}V${shore + 2}H-40Z`
}

function craters(
  random: Random,
  { x, y, radius }: { x: number; y: number; radius: number },
): string {
  return scatter(random, 7, () =>
    ellipse(
      x + random.between(-0.6, 0.6) * radius,
      y + random.between(-0.6, 0.6) * radius,
      radius * random.between(0.08, 0.26),
      radius * random.between(0.06, 0.2),
      '#d8bd90',
      0.3,
    ),
  )
}

/** The moon's path on the water: strokes that widen towards us. */
function path(
  random: Random,
  { height }: Frame,
  shore: number,
  moon: { x: number; radius: number },
): string {
  return scatter(random, 170, () => {
    const depth = random.next() ** 1.3
    const reach = (10 + depth * 120) * random.between(0.3, 1)
    const x = moon.x + random.between(-1, 1) * (moon.radius * 0.7 + depth * 150) * random.next()
    return stroke(
      `M${x - reach / 2} ${shore + 4 + depth * (height - shore)}h${reach}`,
      '#ffe3b0',
      1.5 + depth * 5,
      random.between(0.25, 0.95),
    )
  })
}

function waves(random: Random, { width, height }: Frame, shore: number): string {
  return scatter(random, 150, () => {
    const depth = random.next()
    const reach = 40 + depth * 200
    return stroke(
      `M${random.between(-80, width)} ${shore + 6 + depth * (height - shore)}q${reach / 2} ${-2 - depth * 5} ${reach} 0`,
      '#050914',
      1.5 + depth * 5,
      0.4,
    )
  })
}

function jetty({ width, height }: Frame, shore: number): string {
  const end = width * 0.56
  const y = shore + (height - shore) * 0.42
  const deck = shape(`M-20 ${y + 70}L${end} ${y}h70L${width * 0.22} ${height + 40}H-20Z`, '#05070f')
  const posts = [0.15, 0.4, 0.7, 1].map((t) =>
    stroke(`M${end * t + 60 * t} ${y + 70 * (1 - t)}v${60}`, '#05070f', 9),
  )
  const pair =
    placed(figure({ wears: 'jacket', left: 'down', right: 'forward' }, '#05070f'), [-18, 0]) +
    placed(figure({ wears: 'dress', left: 'forward', right: 'down' }, '#05070f'), [22, 0], {
      scale: 0.93,
    })
  return deck + posts.join('') + placed(pair, [end - 10, y + 9], { scale: 0.95 })
}

function boat({ width, height }: Frame, random: Random, shore: number): string {
  const hull =
    shape(
      'M-120 -24C-60 -12 60 -12 124 -30C112 14 80 22 0 22C-70 22 -104 12 -120 -24Z',
      '#05070f',
    ) +
    stroke('M-30 -10L70 -52M-150 6L-20 -30', '#05070f', 5) +
    ellipse(0, 34, 140, 9, '#05070f', 0.6)
  return placed(hull, [width * random.between(0.25, 0.75), shore + (height - shore) * 0.55], {
    scale: 1.15,
    flip: random.chance(0.5),
  })
}
