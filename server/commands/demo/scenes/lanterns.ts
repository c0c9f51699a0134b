import { mix } from '../colour.ts'
import type { Colour } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import { tree } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, skyMarks, stars } from '../skies.ts'
import {
  backdrop,
  ellipse,
  glow,
  gradient,
  placed,
  scatter,
  shape,
  stroke,
  wash,
} from '../svg-marks.ts'

/** Sky lanterns that rise into the night, near and far. */
export function skyLanterns(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const shore = height * 0.87
  const rising = (count: number, low: number, high: number) =>
    scatter(random, count, () => {
      const size = random.between(low, high)
      return placed(lantern(), [random.between(0, width), random.between(30, shore - 60)], {
        turn: random.between(-9, 9),
        scale: size,
      })
    })
  const trees = scatter(random, Math.round(width / 60), () =>
    tree(random.between(-20, width + 20), shore + 20, random.between(70, 190), '#06060e', random),
  )
  return [
    {
      marks:
        skyMarks(random.pick([SKIES.night, SKIES.blueHour]), frame, height) +
        wash('#120a20', 0.25) +
        stars(frame, random, shore, 90),
    },
    {
      marks: scatter(random, 60, () =>
        glow(
          random.between(0, width),
          random.between(height * 0.2, shore),
          random.between(7, 18),
          '#ffb257',
          0.9,
        ),
      ),
      blur: 1,
      blend: 'screen',
    },
    { marks: rising(22, 0.14, 0.32), blur: 1.6 },
    { marks: trees + backdrop(frame, ['#06060e'], shore) },
    { marks: rising(9, 0.42, 0.72) },
    { marks: rising(random.whole(2, 3), 1.1, 1.6), blur: 5 },
    { marks: glow(width / 2, height, width * 0.7, '#ff8a3a', 0.35), blend: 'screen' },
  ]
}

/** A paper lantern around (0, 0), 150 high, with the light it gives. */
function lantern(): string {
  const paper = 'M-40 62C-58 0 -60 -44 -46 -66C-30 -84 30 -84 46 -66C60 -44 58 0 40 62Z'
  return (
    gradient('paper', ['#8f3b1c', '#e8853a', '#ffc667', '#fff0c2']) +
    glow(0, 20, 260, '#ff9a45', 0.5) +
    shape(paper, 'url(#paper)') +
    stroke('M-40 62C-58 0 -60 -44 -46 -66M40 62C58 0 60 -44 46 -66M0 62V-78', '#b5521f', 1.6, 0.4) +
    ellipse(0, 62, 40, 8, '#fff6d8') +
    glow(0, 56, 70, '#fffbe8', 0.9)
  )
}

const LAMPIONS = ['#ffb35a', '#ff8d5c', '#ffd891', '#f76f5e'] as const

/** Round paper lampions on a line over the garden. */
export function lampions(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const row = (y: number, size: number) =>
    scatter(random, Math.ceil(width / (size * 2.9)) + 1, (at) => {
      const x = at * size * 2.9 + random.between(-12, 12)
      const drop = y + 70 * Math.sin((x / width) * Math.PI) + random.between(-10, 30)
      return (
        stroke(`M${x} -50V${drop}`, '#120c10', 2) +
        placed(lampion(random.pick(LAMPIONS)), [x, drop + size], { scale: size / 100 })
      )
    })
  const trees = random.times(9, () =>
    tree(
      random.between(-40, width + 40),
      height * 0.95,
      random.between(300, 620),
      random.pick(['#0e1a20', '#131722']),
      random,
    ),
  )
  return [
    {
      marks:
        skyMarks(random.pick([SKIES.dusk, SKIES.blueHour]), frame, height * 0.86) +
        wash('#070a16', 0.2),
    },
    {
      marks: trees.join('') + backdrop(frame, ['#0a0c10'], height * 0.9),
      blur: 16,
    },
    {
      marks: scatter(random, 24, () =>
        glow(
          random.between(0, width),
          random.between(height * 0.6, height * 0.95),
          random.between(20, 60),
          '#ffb864',
          0.8,
        ),
      ),
      blur: 5,
      blend: 'screen',
    },
    { marks: row(height * 0.3, 34), blur: 6 },
    { marks: row(height * random.between(0.04, 0.14), 92) },
    { marks: glow(width / 2, height * 0.25, width * 0.7, '#ff9a4a', 0.3), blend: 'screen' },
  ]
}

function lampion(colour: Colour): string {
  const ribs = [-80, -58, -34, -10, 14, 38, 62, 82].map((y) => {
    const reach = Math.sqrt(100 ** 2 - y ** 2)
    return stroke(
      `M${-reach} ${y}Q0 ${y + 16} ${reach} ${y}`,
      mix(colour, '#5a1d10', 0.55),
      1.8,
      0.5,
    )
  })
  const id = `lampion${colour.slice(1)}`
  return (
    `<radialGradient id="${id}" cx=".5" cy=".58" r=".62"><stop stop-color="#fff6d6"/><stop offset=".35" stop-color="${mix(colour, '#fff0c8', 0.45)}"/><stop offset=".8" stop-color="${colour}"/><stop offset="1" stop-color="${mix(colour, '#5a1d10', 0.5)}"/></radialGradient>` +
    glow(0, 0, 330, colour, 0.5) +
    ellipse(0, 0, 100, 96, `url(#${id})`) +
    ribs.join('') +
    ellipse(0, -94, 26, 6, '#2a1410') +
    ellipse(0, 94, 24, 5, '#fff3d0', 0.9)
  )
}
