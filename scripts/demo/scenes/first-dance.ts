import { mix } from '../paint/colour.ts'
import type { Layer } from '../paint/develop.ts'
import { bulb, farLights, slung } from '../paint/lamps.ts'
import { backdrop, glow, placed, scatter, shape } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { couple, guest } from '../paint/people.ts'
import type { Random } from '../paint/seeded-random.ts'

const ROOMS = [
  { light: '#ffb45e', walls: ['#0d0a16', '#2a1420', '#6b2f22', '#b9622f', '#b9622f'] },
  { light: '#ff9eb0', walls: ['#0c0a1c', '#24163a', '#5a2a58', '#a8506a', '#a8506a'] },
  { light: '#ffd9a0', walls: ['#08101c', '#10243a', '#2a4a5c', '#8a7a5a', '#b08a54'] },
] as const
const INK = '#0b0608'

/** Two who dance against the light, under strings of bulbs; the others watch from the dark. */
export function firstDance(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const floor = height * 0.8
  const x = width * random.between(0.32, 0.68)
  const scale = height * random.between(0.0024, 0.0036)
  const { light, walls } = random.pick(ROOMS)
  const flip = random.chance(0.5)
  const feet = [x, floor + height * random.between(0.04, 0.12)] as const
  const strings = scatter(random, 5, (at) =>
    slung(
      [at % 2 === 0 ? -60 : width + 60, random.between(-20, height * 0.22)],
      [x + random.between(-140, 140), 20],
      { sag: 110, count: Math.round(width / 75), cable: 2 },
      (bulbX, bulbY) => bulb(bulbX, bulbY, 8 + at),
    ),
  )
  const watchers = scatter(random, Math.round(width / 70), (at) => {
    const place = at * 74 + random.between(-20, 20)
    const onFloor = [place, floor + random.between(-14, 10)] as const
    return Math.abs(place - x) < 190
      ? ''
      : placed(guest(random, '#1d0f10', 'calm'), onFloor, { scale: height * 0.0017 })
  })
  const reflection = `<g transform="scale(1 -.5)">${placed(couple(INK), [0, 0], { scale, flip })}</g>`
  const rim = placed(couple(light), feet, { scale: scale * 1.012, flip })
  const dust = scatter(random, 40, () => {
    const [dustX, dustY] = [width * random.next(), height * random.between(0.3, 1)]
    return glow(dustX, dustY, random.between(3, 9), '#ffe2b0', 0.8)
  })
  const far = { top: height * 0.3, bottom: height * 0.75, every: 14, size: 44 }
  return [
    {
      marks:
        backdrop(frame, walls) +
        backdrop(frame, [mix(walls[4], '#1a0d0c', 0.35), '#1a0d0c'], floor),
    },
    { marks: farLights(random, frame, far), blur: 2, blend: 'screen' },
    { marks: strings, blur: 3 },
    { marks: watchers, blur: 5 },
    {
      marks:
        glow(x, floor - 190, 620, light, 0.95) +
        glow(x, floor - 120, 300, '#fff0d0', 0.8) +
        beams(x, floor, light),
      blur: 10,
      blend: 'screen',
    },
    { marks: placed(reflection, feet), blur: 9 },
    { marks: rim, blur: 4, blend: 'screen' },
    { marks: placed(couple(INK), feet, { scale, flip }) },
    { marks: dust, blend: 'screen' },
  ]
}

function beams(x: number, floor: number, colour: string): string {
  const beam = (lean: number) => {
    const end = x + lean * 900
    return `M${x + lean * 30} ${floor - 300}L${end - 130} -200H${end + 130}Z`
  }
  return [-1, -0.45, 0.45, 1].map((lean) => shape(beam(lean), colour, 0.13)).join('')
}
