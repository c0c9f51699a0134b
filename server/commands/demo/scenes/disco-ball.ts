import type { Colour } from '../colour.ts'
import { mix } from '../colour.ts'
import type { Frame, Layer } from '../develop.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, bokeh, disc, ellipse, glow, placed, scatter, stroke } from '../svg-marks.ts'

const ROOMS = [
  { dark: '#120a22', mid: '#4a1f5a', lights: ['#ff6fa8', '#8f7bff', '#ffd08a'] },
  { dark: '#160a0c', mid: '#6a2a20', lights: ['#ffb05a', '#ff7a5a', '#ffe2a8'] },
  { dark: '#08121c', mid: '#1f4a5a', lights: ['#7ad8e8', '#ffb86b', '#b79bff'] },
] as const satisfies readonly { dark: Colour; mid: Colour; lights: readonly Colour[] }[]

/** A mirror ball and what it throws about the room. */
export function discoBall(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const { dark, mid, lights } = random.pick(ROOMS)
  const radius = random.between(205, 270)
  const [x, y] = [width * random.between(0.38, 0.62), height * random.between(0.34, 0.46)]
  const sparkles = random.times(7, () => {
    const angle = random.between(0, Math.PI * 2)
    const far = radius * random.between(0.1, 0.85)
    return sparkle(x + Math.cos(angle) * far, y + Math.sin(angle) * far, random.between(50, 150))
  })
  return [
    {
      marks: backdrop(frame, [dark, mid, dark]) + glow(x, y, 900, lights[0], 0.45),
    },
    { marks: thrown(random, frame, [x, y], lights), blur: 3, blend: 'screen' },
    {
      marks: scatter(random, Math.round(width / 30), () =>
        bokeh(
          random.between(0, width),
          random.between(height * 0.72, height),
          random.between(14, 52),
          random.pick(lights),
          random.between(0.15, 0.7),
        ),
      ),
      blur: 2,
    },
    {
      marks:
        stroke(`M${x} -20V${y - radius}`, '#0a0810', 5) +
        ellipse(x, y - radius - 4, 24, 12, '#2a2430'),
    },
    {
      marks:
        disc(x, y, radius, mix(dark, '#000000', 0.4)) +
        placed(tiles(random, radius, mid, lights), [x, y], { turn: random.between(-14, 14) }),
    },
    {
      marks:
        `<radialGradient id="round" cx=".36" cy=".3" r=".8"><stop offset=".3" stop-color="${dark}" stop-opacity="0"/><stop offset="1" stop-color="${dark}" stop-opacity=".9"/></radialGradient>` +
        disc(x, y, radius + 1, '#000000', 0) +
        ellipse(x, y, radius + 1, radius + 1, 'url(#round)'),
    },
    { marks: sparkles.join(''), blend: 'screen' },
  ]
}

/** Mirrors in rows from pole to pole, each catching another light. */
function tiles(
  random: Random,
  radius: number,
  mid: Colour,
  lights: readonly [Colour, ...Colour[]],
): string {
  const rows = 19
  return scatter(random, rows, (row) => {
    const [top, bottom] = [latitude(row / rows), latitude((row + 1) / rows)]
    const around = Math.max(6, Math.round(44 * Math.cos((top + bottom) / 2)))
    const shift = random.next()
    return scatter(random, around, (at) => {
      const [from, to] = [
        ((at + shift) / around) * Math.PI - Math.PI / 2,
        ((at + shift + 0.9) / around) * Math.PI - Math.PI / 2,
      ]
      if (to > Math.PI / 2) return ''
      const corner = (lat: number, lon: number) =>
        `${Math.cos(lat) * Math.sin(lon) * radius} ${Math.sin(lat) * radius}`
      const shine = random.next() ** 2.2
      const colour =
        shine > 0.62
          ? mix(random.pick(lights), '#ffffff', 0.45)
          : mix(mix(mid, '#060410', 0.45), random.pick(lights), shine * 1.3)
      const gap = (bottom - top) * 0.06
      return `<path d="M${corner(top + gap, from)}L${corner(top + gap, to)}L${corner(bottom - gap, to)}L${corner(bottom - gap, from)}Z" fill="${colour}"/>`
    })
  })
}

function latitude(share: number): number {
  return (share - 0.5) * Math.PI
}

/** Spots of light on rings around the ball, longer the farther they fly. */
function thrown(
  random: Random,
  { width, height }: Frame,
  [x, y]: [number, number],
  lights: readonly [Colour, ...Colour[]],
): string {
  return scatter(random, 150, () => {
    const angle = random.between(0, Math.PI * 2)
    const far = random.between(300, Math.max(width, height))
    const size = 5 + far / 60
    return placed(
      ellipse(0, 0, size * 1.5, size * 0.75, random.pick(lights), random.between(0.25, 0.8)),
      [x + Math.cos(angle) * far, y + Math.sin(angle) * far],
      { turn: (angle * 180) / Math.PI },
    )
  })
}

function sparkle(x: number, y: number, size: number): string {
  return (
    glow(x, y, size * 0.7, '#ffffff', 0.9) +
    ellipse(x, y, size, 1.8, '#ffffff', 0.9) +
    ellipse(x, y, 1.8, size, '#ffffff', 0.9) +
    disc(x, y, size * 0.07, '#ffffff')
  )
}
