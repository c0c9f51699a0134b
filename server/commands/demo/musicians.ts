import { ellipse, placed, shape, stroke } from './svg-marks.ts'

export const INK = '#070409'

const legs = stroke('M-8 -82L-15 -2M8 -82L16 -2', INK, 15)
const head = ellipse(0, -164, 10.5, 13, INK) + stroke('M0 -156V-142', INK, 10)
const torso = shape(
  'M-21 -142C-9 -149 9 -149 21 -142C24 -124 20 -100 18 -78H-18C-20 -100 -24 -124 -21 -142Z',
  INK,
)

/** Each 180 high, standing on (0, 0), against the light. */
export function guitarist(): string {
  const body = shape(
    'M-34 -96C-40 -112 -22 -122 -10 -112C-2 -108 4 -112 12 -108C22 -100 18 -84 6 -82C-4 -80 -8 -76 -18 -78C-28 -80 -32 -88 -34 -96Z',
    INK,
  )
  return (
    legs +
    torso +
    placed(head, [3, 2], { turn: 4 }) +
    body +
    stroke('M6 -100L76 -142', INK, 5) +
    stroke('M72 -140L88 -150', INK, 9) +
    stroke('M-19 -136L-40 -116L-14 -96', INK, 10) +
    stroke('M19 -136L46 -116L58 -130', INK, 9)
  )
}

export function singer(): string {
  return (
    shape(
      'M-13 -142C-5 -148 5 -148 13 -142C16 -128 11 -116 9 -106C16 -76 28 -30 32 -2H-32C-28 -30 -14 -76 -9 -106C-11 -116 -16 -128 -13 -142Z',
      INK,
    ) +
    ellipse(0, -165, 10, 12, INK) +
    ellipse(-6, -160, 13, 19, INK) +
    stroke('M0 -156V-142', INK, 8) +
    stroke('M11 -136L30 -128L22 -150', INK, 7) +
    stroke('M-11 -136L-46 -150L-66 -176', INK, 7) +
    stroke('M20 -152V0M4 0H38', INK, 3) +
    stroke('M20 -152L11 -160', INK, 7)
  )
}

export function drummer(): string {
  return (
    ellipse(0, -34, 36, 36, INK) +
    ellipse(-46, -52, 24, 13, INK) +
    ellipse(46, -52, 24, 13, INK) +
    shape('M-70 -58H-24V-24H-70ZM24 -58H70V-24H24Z', INK) +
    placed(torso, [0, 14], { scale: 0.9 }) +
    placed(head, [0, 12], { scale: 0.95 }) +
    stroke('M-18 -110L-44 -92L-34 -72M18 -110L46 -102L58 -130', INK, 8) +
    stroke('M58 -130L76 -160M-34 -72L-52 -56', INK, 3) +
    stroke('M-92 -96H-52M56 -102H98M-72 -96V0M78 -102V0', INK, 3.5)
  )
}
