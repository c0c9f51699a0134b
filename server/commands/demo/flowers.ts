import type { Colour } from './colour.ts'
import { mix } from './colour.ts'
import type { Random } from './seeded-random.ts'
import { disc, placed, scatter, shape, stroke } from './svg-marks.ts'

const RINGS = [
  { reach: 100, petals: 7, width: 62 },
  { reach: 82, petals: 7, width: 54 },
  { reach: 64, petals: 6, width: 46 },
  { reach: 47, petals: 6, width: 36 },
  { reach: 31, petals: 5, width: 26 },
  { reach: 17, petals: 4, width: 16 },
] as const

/** A full rose or peony seen from above, 100 in radius, around (0, 0). */
export function bloom(random: Random, colour: Colour): string {
  return RINGS.map(({ reach, petals, width }, ring) => {
    const inner = ring / (RINGS.length - 1)
    const light = mix(mix(colour, '#fff0dc', 0.22), colour, inner)
    const deep = mix(colour, '#5a1730', 0.46 + inner * 0.26)
    const turn = random.between(0, 90)
    return scatter(random, petals, (at) =>
      placed(
        petal(reach * random.between(0.9, 1.08), width * random.between(0.9, 1.12), light, deep),
        [0, 0],
        { turn: turn + (at / petals) * 360 + random.between(-9, 9) },
      ),
    )
  }).join('')
}

function petal(reach: number, width: number, light: Colour, deep: Colour): string {
  const path = `M0 6C${-width * 0.5} ${-reach * 0.2} ${-width} ${-reach * 0.72} ${-width * 0.45} ${-reach * 0.97}C${-width * 0.2} ${-reach * 1.05} ${width * 0.15} ${-reach * 0.96} ${width * 0.42} ${-reach * 0.98}C${width} ${-reach * 0.7} ${width * 0.5} ${-reach * 0.2} 0 6Z`
  const id = `petal${light.slice(1)}${deep.slice(1)}`
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${light}"/><stop offset=".38" stop-color="${mix(light, deep, 0.34)}"/><stop offset="1" stop-color="${deep}"/></linearGradient>` +
    shape(path, `url(#${id})`) +
    stroke(path, mix(light, '#fffaf2', 0.5), 1.4, 0.35)
  )
}

/** Small white flowers between the large ones. */
export function sprinkle(
  random: Random,
  x: number,
  y: number,
  reach: number,
  colour: Colour,
): string {
  return scatter(random, 60, () => {
    const angle = random.between(0, Math.PI * 2)
    const far = reach * random.between(0.5, 1.05)
    const [cx, cy] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    return (
      disc(cx, cy, random.between(5, 10), colour, random.between(0.6, 1)) +
      disc(cx, cy, 2.2, '#d8a24a')
    )
  })
}
