import type { Colour } from './colour.ts'
import { ellipse, placed, scatter, shape, stroke } from './marks.ts'
import type { Frame } from './marks.ts'
import type { Random } from './seeded-random.ts'

const JACKET =
  'M-22 -143C-10 -151 10 -151 22 -143C27 -136 23 -108 20 -82L19 -2H6L1 -66L-4 -2H-19L-20 -82C-24 -108 -27 -136 -22 -143Z'
const DRESS =
  'M-13 -142C-5 -147 5 -147 13 -142C16 -130 11 -116 9 -106C15 -80 30 -32 40 0H-40C-30 -32 -14 -80 -9 -106C-11 -116 -16 -130 -13 -142Z'
const GOWN =
  'M-12 -142C-5 -147 5 -147 12 -142C15 -130 11 -116 9 -106C17 -80 40 -30 70 2C30 8 -40 6 -52 2C-34 -32 -15 -80 -9 -106C-11 -116 -15 -130 -12 -142Z'

/** Elbow and hand of each raised or lowered arm, on the right side. */
const ARMS = {
  down: ['27 -112', '24 -84'],
  hip: ['36 -116', '17 -98'],
  raised: ['34 -168', '30 -200'],
  wide: ['46 -156', '66 -182'],
  forward: ['36 -124', '58 -134'],
} as const

type Arm = keyof typeof ARMS

const MOODS = {
  calm: ['down', 'hip', 'forward', 'down'],
  dancing: ['raised', 'wide', 'raised', 'hip', 'wide'],
} as const satisfies Record<string, readonly Arm[]>

interface Figure {
  wears: 'jacket' | 'dress' | 'gown'
  left: Arm
  right: Arm
}

/** Someone seen against the light, 180 high, standing on (0, 0). */
function figure({ wears, left, right }: Figure, colour: Colour): string {
  const isWide = wears === 'jacket'
  return (
    body(wears, colour) +
    arm(right, isWide, colour) +
    placed(arm(left, isWide, colour), [0, 0], { flip: true })
  )
}

function body(wears: Figure['wears'], colour: Colour): string {
  const isWide = wears === 'jacket'
  const clothes = { jacket: JACKET, dress: DRESS, gown: GOWN }[wears]
  const hair = isWide
    ? ellipse(0, -170, 11.5, 11, colour)
    : ellipse(-4, -170, 13, 12, colour) + ellipse(-13, -176, 7, 7, colour)
  return (
    shape(clothes, colour) +
    stroke('M0 -158V-142', colour, isWide ? 10 : 7.5) +
    ellipse(0, -166, 10, 12.5, colour) +
    hair
  )
}

function arm(pose: Arm, isWide: boolean, colour: Colour): string {
  const [elbow, hand] = ARMS[pose]
  const shoulder = isWide ? 20 : 12
  const [width, thin] = isWide ? [11, 8] : [7, 6]
  return (
    stroke(`M${shoulder} -138L${elbow}`, colour, width) +
    stroke(`M${elbow}L${hand}`, colour, thin) +
    stroke(`M${hand}v-2`, colour, 10)
  )
}

/** Two who stand side by side and hold hands; 180 high. */
export function pair(colour: Colour): string {
  const him = figure({ wears: 'jacket', left: 'down', right: 'forward' }, colour)
  const her = figure({ wears: 'dress', left: 'forward', right: 'down' }, colour)
  return placed(him, [-24, 0]) + placed(her, [24, 2], { scale: 0.93 })
}

/** Two who dance, closely; 180 high. */
export function couple(colour: Colour): string {
  const his = placed(body('jacket', colour), [-27, 0], { turn: 5 })
  const hers = placed(body('gown', colour), [27, 0], { turn: -7, scale: 0.93 })
  const embrace = [
    stroke('M-36 -136Q-30 -112 8 -106', colour, 10),
    stroke('M6 -131Q-10 -134 -24 -142', colour, 7),
    stroke('M-6 -134Q12 -124 20 -112', colour, 8),
  ]
  return his + hers + embrace.join('')
}

/** Someone at random who has a good time. */
export function guest(random: Random, colour: Colour, mood: keyof typeof MOODS): string {
  const one = {
    wears: random.pick(['jacket', 'dress'] as const),
    left: random.pick(MOODS[mood]),
    right: random.pick(MOODS[mood]),
  }
  return placed(figure(one, colour), [0, 0], {
    turn: random.between(-7, 7) * (mood === 'calm' ? 0.3 : 1),
    scale: random.between(0.9, 1.08),
    flip: random.chance(0.5),
  })
}

/** A crowd from side to side, feet below `y`, some with their arms up. `size` is a person's height. */
export function crowd(
  { width }: Frame,
  random: Random,
  { y, size, colour }: { y: number; size: number; colour: Colour },
): string {
  const count = Math.round((width / size) * 2.8)
  return scatter(random, count, (at) => {
    const x = -50 + ((at + random.between(0.1, 0.9)) / count) * (width + 100)
    const one = guest(random, colour, random.chance(0.6) ? 'dancing' : 'calm')
    const scale = (size / 180) * random.between(0.9, 1.12)
    return placed(one, [x, y + size * random.between(0.5, 0.72)], { scale })
  })
}
