import type { Colour } from './colour.ts'
import type { Random } from './seeded-random.ts'
import { ellipse, placed, scatter, shape, stroke } from './svg-marks.ts'
import type { Point } from './svg-marks.ts'

const JACKET =
  'M-22 -143C-10 -151 10 -151 22 -143C27 -136 23 -108 20 -82L19 -2H6L1 -66L-4 -2H-19L-20 -82C-24 -108 -27 -136 -22 -143Z'
const DRESS =
  'M-13 -142C-5 -147 5 -147 13 -142C16 -130 11 -116 9 -106C15 -80 30 -32 40 0H-40C-30 -32 -14 -80 -9 -106C-11 -116 -16 -130 -13 -142Z'
const GOWN =
  'M-12 -142C-5 -147 5 -147 12 -142C15 -130 11 -116 9 -106C17 -80 40 -30 70 2C30 8 -40 6 -52 2C-34 -32 -15 -80 -9 -106C-11 -116 -15 -130 -12 -142Z'

/** Elbow and hand of each raised or lowered arm, on the right side. */
const ARMS = {
  down: [
    [27, -112],
    [24, -84],
  ],
  hip: [
    [36, -116],
    [17, -98],
  ],
  raised: [
    [34, -168],
    [30, -200],
  ],
  wide: [
    [46, -156],
    [66, -182],
  ],
  forward: [
    [36, -124],
    [58, -134],
  ],
} as const satisfies Record<string, readonly [Point, Point]>

export type Arm = keyof typeof ARMS

export interface Figure {
  wears: 'jacket' | 'dress' | 'gown'
  left: Arm
  right: Arm
}

/** Someone seen against the light, 180 high, standing on (0, 0). */
export function figure({ wears, left, right }: Figure, colour: Colour): string {
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
    stroke(`M${shoulder} -138L${elbow[0]} ${elbow[1]}`, colour, width) +
    stroke(`M${elbow[0]} ${elbow[1]}L${hand[0]} ${hand[1]}`, colour, thin) +
    ellipse(hand[0], hand[1], 5, 6, colour)
  )
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
export function guest(random: Random, colour: Colour, mood: 'calm' | 'dancing'): string {
  const arms =
    mood === 'calm'
      ? (['down', 'hip', 'forward', 'down'] as const)
      : (['raised', 'wide', 'raised', 'hip', 'wide'] as const)
  const one = {
    wears: random.pick(['jacket', 'dress', 'jacket', 'dress'] as const),
    left: random.pick(arms),
    right: random.pick(arms),
  }
  return placed(figure(one, colour), [0, 0], {
    turn: random.between(-7, 7) * (mood === 'calm' ? 0.3 : 1),
    scale: random.between(0.9, 1.08),
    flip: random.chance(0.5),
  })
}

/** Heads and shoulders of a crowd along a line, from behind, some with their arms up. `size` is a person's height. */
export function crowd(
  random: Random,
  {
    from,
    to,
    y,
    size,
    colour,
    count,
  }: { from: number; to: number; y: number; size: number; colour: Colour; count: number },
): string {
  return scatter(random, count, (at) => {
    const x = from + ((at + random.between(0.1, 0.9)) / count) * (to - from)
    return placed(
      guest(random, colour, random.chance(0.6) ? 'dancing' : 'calm'),
      [x, y + size * random.between(0.5, 0.72)],
      { scale: (size / 180) * random.between(0.9, 1.12) },
    )
  })
}
