import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { bloom } from '../flowers.ts'
import { farLights } from '../lamps.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, disc, ellipse, glow, gradient, placed, scatter, stroke } from '../svg-marks.ts'

const CLOTHS = [
  ['#2a1c20', '#6a4a40', '#b88a68'],
  ['#1b2430', '#4a5560', '#9a8a7a'],
  ['#2a1420', '#6e3a48', '#c98a78'],
] as const satisfies readonly (readonly [Colour, Colour, Colour])[]

/** Two rings, very close; everything else is blur. */
export function goldRings(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const cloth = random.pick(CLOTHS)
  const [x, y] = [width * random.between(0.44, 0.56), height * random.between(0.58, 0.64)]
  const flower = random.pick(['#e99a86', '#f8d9a8', '#c9586a'] as const)
  const side = random.pick([-1, 1])
  return [
    {
      marks: backdrop(frame, cloth),
    },
    {
      marks: farLights(random, frame, { top: 0, bottom: height * 0.5, every: 22, size: 90 }),
      blur: 4,
    },
    { marks: folds(random, frame, cloth), blur: 24 },
    {
      marks:
        placed(bloom(random, flower), [x - side * 380, y - 170], { scale: 2.5 }) +
        placed(bloom(random, mix(flower, '#fff1df', 0.5)), [x - side * 560, y + 40], {
          scale: 1.9,
        }),
      blur: 15,
    },
    {
      marks:
        ellipse(x - 70, y + 128, 250, 40, '#120a0a', 0.75) +
        ellipse(x + 150, y + 150, 210, 34, '#120a0a', 0.65),
      blur: 13,
    },
    {
      marks:
        ring(x - side * 85, y - 30, 215, -8 * side, false) +
        ring(x + side * 135, y + 38, 172, 24 * side, true),
    },
    {
      marks: scatter(random, 9, () => {
        const [a, b] = [x + random.between(-260, 260), y + random.between(-240, 60)]
        return glow(a, b, random.between(12, 40), '#fff6dc', 0.9) + disc(a, b, 2.4, '#ffffff')
      }),
      blend: 'screen',
    },
    {
      marks: glow(width * (side > 0 ? 0.9 : 0.1), height * 0.2, 900, '#ffb05e', 0.5),
      blend: 'screen',
    },
  ]
}

/** A band of gold standing on its edge: its far side, its near side, and the lights along it. */
function ring(x: number, y: number, radius: number, turn: number, hasStone: boolean): string {
  const squeeze = 0.86
  const gold = gradient(
    'gold',
    ['#fff0b8', '#e2a345', '#7a4717', '#f3c46a', '#8a521c', '#ffe39a'],
    { x1: 0, y1: 0, x2: 1, y2: 0.25 },
  )
  const oval = (r: number, width: number, colour: string, opacity = 1) =>
    `<ellipse rx="${r * squeeze}" ry="${r}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"/>`
  const band =
    oval(radius * 0.96, 40, '#5a3110') +
    oval(radius, 36, 'url(#gold)') +
    oval(radius + 13, 3, '#fff2c4', 0.8) +
    oval(radius - 15, 3, '#ffdf92', 0.6)
  const lights = [0.1, 0.28, 0.62].map((at) =>
    stroke(
      `M${-radius * squeeze * Math.cos(at * 5)} ${-radius * Math.sin(at * 5)}l${10 + at * 10} ${-26 + at * 14}`,
      '#fffdf0',
      9,
      0.85,
    ),
  )
  const stone = hasStone
    ? placed(
        '<path d="M-44 -14L-24 -42H24L44 -14L0 44Z" fill="#eef6ff"/><path d="M-44 -14H44L0 44Z" fill="#bcd4ec"/><path d="M-16 -14L0 44L16 -14L0 -42Z" fill="#ffffff" fill-opacity=".8"/><path d="M-24 -42L-16 -14L-44 -14ZM24 -42L16 -14L44 -14Z" fill="#d6e6f6"/>',
        [0, -radius - 40],
      ) + glow(0, -radius - 44, 150, '#fff8ec', 0.8)
    : ''
  return placed(gold + band + lights.join('') + stone, [x, y], { turn })
}

function folds(
  random: Random,
  { width, height }: Frame,
  [dark, mid, light]: readonly [Colour, Colour, Colour],
): string {
  return scatter(random, 14, (at) => {
    const y = height * 0.55 + at * 36
    return stroke(
      `M-60 ${y + random.between(-60, 60)}Q${width * random.between(0.2, 0.8)} ${y + random.between(-120, 120)} ${width + 60} ${y + random.between(-60, 60)}`,
      at % 2 === 0 ? mix(mid, dark, 0.6) : mix(light, '#ffe0b8', 0.3),
      random.between(20, 56),
      0.4,
    )
  })
}
