import type { Colour } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { farLights } from '../lamps.ts'
import type { Random } from '../seeded-random.ts'
import {
  backdrop,
  disc,
  ellipse,
  glow,
  gradient,
  placed,
  shape,
  stroke,
  wash,
} from '../svg-marks.ts'

const ROOMS = [
  ['#2a1512', '#5b2a1c', '#a4582d'],
  ['#141024', '#3a2240', '#8a4a44'],
  ['#0f1a1c', '#27403a', '#8a6a3a'],
] as const satisfies readonly (readonly Colour[])[]

/** Full glasses before a room of lights. */
export function champagne(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const table = height * 0.84
  const count = width > height ? random.whole(4, 5) : random.whole(2, 3)
  const gap = Math.min(250, width / (count + 0.4))
  const glasses = random.times(count, (at) => {
    const x = width / 2 + (at - (count - 1) / 2) * gap + random.between(-14, 14)
    return placed(flute(random), [x, table + random.between(0, 60)], {
      scale: random.between(1.02, 1.12) * Math.min(1.15, height / 1000),
    })
  })
  return [
    {
      marks: backdrop(frame, random.pick(ROOMS)),
    },
    {
      marks: farLights(random, frame, { top: 0, bottom: height * 0.7, every: 16, size: 62 }),
      blur: 2.2,
      blend: 'screen',
    },
    {
      marks:
        backdrop(frame, ['#7a4526', '#1d0f0c'], table) +
        farLights(random, frame, { top: table, bottom: table + 120, every: 86, size: 60 }),
      blur: 22,
    },
    { marks: glasses.join('') },
    {
      marks: farLights(random, frame, {
        top: height * 0.4,
        bottom: height,
        every: 240,
        size: 130,
      }),
      blur: 14,
      blend: 'screen',
    },
    {
      marks: wash('#ff9a4a', 0.05) + glow(width / 2, height * 0.4, 700, '#ffb45e', 0.35),
      blend: 'screen',
    },
  ]
}

/** A flute standing on (0, 0), 700 high. */
function flute(random: Random): string {
  const bowl =
    'M-62 -690C-66 -560 -74 -420 -48 -330C-34 -285 -10 -268 0 -264C10 -268 34 -285 48 -330C74 -420 66 -560 62 -690Z'
  const fill = random.between(-600, -560)
  const wine = `M-67 ${fill}C-70 -470 -66 -400 -45 -333C-31 -290 -10 -276 0 -273C10 -276 31 -290 45 -333C66 -400 70 -470 67 ${fill}Z`
  const bubbles = random.times(46, () => {
    const y = random.between(fill + 8, -300)
    const reach = 50 * Math.min(1, (-y - 255) / 120)
    return disc(
      random.between(-reach, reach),
      y,
      random.between(1.2, 4),
      '#fff4d0',
      random.between(0.4, 0.95),
    )
  })
  return (
    gradient('wine', ['#ffe7a6', '#f6b04a', '#c96f22', '#ffd27a']) +
    ellipse(0, 2, 92, 15, '#ffdca0', 0.22) +
    stroke('M0 -264V-10', '#ffe8c8', 9, 0.5) +
    stroke('M-3 -262V-12', '#fffaf0', 2.5, 0.85) +
    stroke('M-86 2Q0 -22 86 2Q0 22 -86 2', '#fff1da', 2.5, 0.7) +
    shape(bowl, '#ffeedd', 0.12) +
    shape(wine, 'url(#wine)', 0.9) +
    ellipse(0, fill, 67, 11, '#fff1c4', 0.8) +
    bubbles.join('') +
    stroke(bowl, '#fff3e0', 2.5, 0.55) +
    stroke('M-50 -660C-54 -540 -58 -430 -40 -345', '#ffffff', 7, 0.55) +
    stroke('M52 -640C54 -560 58 -470 50 -400', '#fff2da', 4, 0.5) +
    ellipse(0, -690, 62, 9, '#fff6e8', 0.25)
  )
}
