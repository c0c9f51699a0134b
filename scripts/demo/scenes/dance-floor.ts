import type { Colour } from '../paint/colour.ts'
import { mix } from '../paint/colour.ts'
import type { Layer } from '../paint/develop.ts'
import { farLights } from '../paint/lamps.ts'
import { backdrop, disc, glow, shape, wash } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { crowd } from '../paint/people.ts'
import type { Random } from '../paint/seeded-random.ts'

const MOODS = [
  ['#ff4f86', '#ff9a4a', '#8a5bff'],
  ['#ffb14a', '#ff6a3d', '#ffd98a'],
  ['#7a6bff', '#ff5fa8', '#54c6e8'],
  ['#4f7aff', '#7ac4ff', '#ff8ac0'],
] as const satisfies readonly (readonly [Colour, Colour, Colour])[]

/** A full dance floor in beams of light. */
export function danceFloor(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const mood = random.pick(MOODS)
  const [left, warm, right] = mood
  const lamps = random.times(Math.round(width / 190), (at) => ({
    x: (at + 0.5) * 190 + random.between(-40, 40),
    y: random.between(40, 130),
    colour: random.pick(mood),
  }))
  const beams = lamps.map(({ x, y, colour }) => {
    const [end, spread] = [x + random.between(-420, 420), random.between(60, 120)]
    const cone = `M${x - 6} ${y}L${end - spread} ${height}H${end + spread}L${x + 6} ${y}Z`
    return shape(cone, colour, 0.2) + glow(x, y, height * 0.6, colour, 0.35)
  })
  const heads = lamps.map(({ x, y, colour }) => glow(x, y, 150, colour) + disc(x, y, 12, '#fff'))
  const dancers = (y: number, size: number, colour: Colour) =>
    crowd(frame, random, { y: height * y, size, colour })
  const near = height * random.between(0.3, 0.48)
  const sparkle = { top: height * 0.1, bottom: height * 0.64, every: 34, size: 22, colours: mood }
  return [
    {
      marks: backdrop(frame, [
        mix(right, '#08040e', 0.86),
        mix(left, '#180818', 0.62),
        mix(warm, left, 0.35),
        mix(warm, '#4a1420', 0.4),
        '#0c0509',
      ]),
    },
    {
      marks:
        glow(width / 2, height * 0.6, 720, warm, 0.9) +
        glow(width / 2, height * 0.62, 300, '#fff0d0', 0.8) +
        glow(width * 0.25, height * 0.5, 460, left, 0.5) +
        glow(width * 0.78, height * 0.5, 460, right, 0.5),
      blend: 'screen',
    },
    { marks: beams.join(''), blur: 7, blend: 'screen' },
    { marks: farLights(random, frame, sparkle), blur: 2, blend: 'screen' },
    { marks: dancers(0.6, height * 0.24, mix(left, '#1c0a16', 0.62)), blur: 4 },
    { marks: glow(width / 2, height * 0.75, 700, warm, 0.4), blend: 'screen' },
    { marks: dancers(0.7, near, mix(left, '#0a0509', 0.86)), blur: 0.8 },
    { marks: heads.join(''), blend: 'screen' },
    { marks: dancers(0.98, height * 0.55, '#060308'), blur: 11 },
    { marks: wash(warm, 0.05), blend: 'screen' },
  ]
}
