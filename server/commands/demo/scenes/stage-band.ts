import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { crowd } from '../people.ts'
import { INK, drummer, guitarist, singer } from '../musicians.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, disc, ellipse, glow, placed, scatter, shape } from '../svg-marks.ts'

const LIGHTS = [
  ['#ff5a7d', '#ffb35a'],
  ['#ff8a3d', '#ffd98a'],
  ['#8a6bff', '#ff6fa8'],
  ['#3fb6d9', '#ffb86b'],
] as const satisfies readonly (readonly [Colour, Colour])[]

/** The band against its own light. */
export function stageBand(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const [light, warm] = random.pick(LIGHTS)
  const stage = height * 0.74
  const size = height * 0.0021
  const places = width > height ? [0.2, 0.42, 0.62, 0.83] : [0.24, 0.5, 0.77]
  const players = [guitarist, singer, drummer, guitarist]
  const lamps = places.map((place) => width * place + random.between(-30, 30))
  const band = places.map((place, at) => {
    const play = players[at] ?? singer
    return placed(play(), [width * place, stage + 6], {
      scale: size * (play === singer ? 1.06 : 1),
      flip: at === 3,
    })
  })
  const fans = lamps.flatMap((x, at) =>
    [-1, 0, 1].map((lean) =>
      shape(
        `M${x} ${stage - 40}L${x + lean * 420 - 90} -80H${x + lean * 420 + 90}Z`,
        at % 2 === 0 ? light : warm,
        0.3,
      ),
    ),
  )
  return [
    {
      marks: backdrop(frame, [
        mix(light, '#08050f', 0.84),
        mix(light, '#2a0c20', 0.45),
        mix(warm, '#5a2020', 0.15),
      ]),
    },
    { marks: fans.join(''), blur: 9, blend: 'screen' },
    {
      marks:
        lamps.map((x, at) => glow(x, stage - 50, 330, at % 2 === 0 ? light : warm, 0.9)).join('') +
        glow(width / 2, stage - 100, 620, warm, 0.75),
      blend: 'screen',
    },
    {
      marks: lamps
        .map(
          (x) =>
            disc(x + 60, height * 0.1, 15, '#fff6e0') + glow(x + 60, height * 0.1, 170, light, 0.8),
        )
        .join(''),
      blur: 1.5,
      blend: 'screen',
    },
    {
      marks: scatter(random, 20, () =>
        ellipse(
          random.between(0, width),
          stage + random.between(-130, 20),
          random.between(120, 300),
          random.between(24, 60),
          warm,
          random.between(0.05, 0.15),
        ),
      ),
      blur: 24,
      blend: 'screen',
    },
    {
      marks: band.join('') + amplifiers(width, stage) + backdrop(frame, ['#0c070c'], stage),
      blur: 0.8,
    },
    {
      marks: scatter(random, 14, () =>
        ellipse(
          random.between(0, width),
          stage + random.between(0, 14),
          random.between(60, 190),
          5,
          warm,
          0.3,
        ),
      ),
      blur: 4,
      blend: 'screen',
    },
    {
      marks: crowd(random, {
        from: -60,
        to: width + 60,
        y: height * 0.86,
        size: height * 0.34,
        colour: '#040206',
        count: Math.round(width / 95),
      }),
      blur: 4,
    },
    { marks: glow(width / 2, stage - 60, 900, light, 0.22), blend: 'screen' },
  ]
}

function amplifiers(width: number, stage: number): string {
  return [0.03, 0.31, 0.72, 0.93]
    .map(
      (place) =>
        `<rect x="${width * place}" y="${stage - 112}" width="92" height="120" rx="6" fill="${INK}"/>` +
        disc(width * place + 16, stage - 98, 4, '#ff7a4a'),
    )
    .join('')
}
