import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { farLights } from '../lamps.ts'
import { crowd } from '../people.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, disc, ellipse, glow, scatter, shape, wash } from '../svg-marks.ts'

const MOODS = [
  ['#ff4f86', '#ff9a4a', '#8a5bff'],
  ['#ffb14a', '#ff6a3d', '#ffd98a'],
  ['#7a6bff', '#ff5fa8', '#54c6e8'],
  ['#ff6f5a', '#ffc15e', '#c04fd0'],
] as const satisfies readonly (readonly [Colour, Colour, Colour])[]

/** A full dance floor in beams of light. */
export function danceFloor(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const mood = random.pick(MOODS)
  const lamps = random.times(Math.round(width / 190), (at) => ({
    x: (at + 0.5) * 190 + random.between(-40, 40),
    y: random.between(40, 130),
    colour: random.pick(mood),
  }))
  const beams = lamps.map(({ x, y, colour }) => {
    const end = x + random.between(-420, 420)
    const spread = random.between(60, 120)
    return (
      gradientDown(colour, x, y, end, height) +
      shape(
        `M${x - 6} ${y}L${end - spread} ${height}H${end + spread}L${x + 6} ${y}Z`,
        `url(#beam${Math.round(x)})`,
      )
    )
  })
  const people = (y: number, size: number, colour: Colour) =>
    crowd(random, {
      from: -40,
      to: width + 40,
      y,
      size,
      colour,
      count: Math.round((width / size) * 2.1),
    })
  return [
    {
      marks: backdrop(frame, [
        mix(mood[2], '#08040e', 0.86),
        mix(mood[0], '#180818', 0.62),
        mix(mood[1], mood[0], 0.35),
        mix(mood[1], '#4a1420', 0.4),
        '#0c0509',
      ]),
    },
    {
      marks:
        glow(width / 2, height * 0.6, 720, mood[1], 0.9) +
        glow(width / 2, height * 0.62, 300, '#fff0d0', 0.8) +
        glow(width * 0.25, height * 0.5, 460, mood[0], 0.5) +
        glow(width * 0.78, height * 0.5, 460, mood[2], 0.5),
      blend: 'screen',
    },
    { marks: beams.join(''), blur: 7, blend: 'screen' },
    {
      marks: farLights(random, frame, {
        top: height * 0.28,
        bottom: height * 0.64,
        every: 46,
        size: 26,
        colours: mood,
      }),
      blur: 2,
      blend: 'screen',
    },
    { marks: people(height * 0.6, height * 0.24, mix(mood[0], '#1c0a16', 0.62)), blur: 4 },
    { marks: haze(random, frame, mood[1]), blur: 26, blend: 'screen' },
    { marks: people(height * 0.7, height * 0.36, mix(mood[0], '#0a0509', 0.86)), blur: 0.8 },
    {
      marks:
        lamps
          .map(({ x, y, colour }) => glow(x, y, 150, colour) + disc(x, y, 12, '#ffffff'))
          .join('') + confetti(random, frame, mood),
      blend: 'screen',
    },
    { marks: people(height * 0.98, height * 0.55, '#060308'), blur: 11 },
    { marks: wash(mood[1], 0.05), blend: 'screen' },
  ]
}

function gradientDown(colour: Colour, x: number, y: number, endX: number, endY: number): string {
  return `<linearGradient id="beam${Math.round(x)}" gradientUnits="userSpaceOnUse" x1="${x}" y1="${y}" x2="${endX}" y2="${endY}"><stop stop-color="${colour}" stop-opacity=".95"/><stop offset=".6" stop-color="${colour}" stop-opacity=".22"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></linearGradient>`
}

function haze(random: Random, { width, height }: Frame, colour: Colour): string {
  return scatter(random, 24, () =>
    ellipse(
      random.between(0, width),
      height * random.between(0.55, 0.85),
      random.between(90, 300),
      random.between(25, 70),
      colour,
      random.between(0.06, 0.16),
    ),
  )
}

function confetti(
  random: Random,
  { width, height }: Frame,
  colours: readonly [Colour, ...Colour[]],
): string {
  return scatter(
    random,
    70,
    () =>
      `<rect x="${random.between(0, width)}" y="${random.between(0, height * 0.8)}" width="${random.between(3, 9)}" height="${random.between(2, 5)}" transform="rotate(${random.between(-30, 30)})" fill="${random.pick(colours)}" opacity="${random.between(0.4, 1)}"/>`,
  )
}
