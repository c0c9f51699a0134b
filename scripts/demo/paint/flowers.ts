import type { Colour } from './colour.ts'
import { mix } from './colour.ts'
import { disc, gradient, placed, scatter, shape, stroke } from './marks.ts'
import type { Random } from './seeded-random.ts'

const RINGS = 6

/** A full rose or peony seen from above, 100 in radius, around (0, 0). */
export function bloom(random: Random, colour: Colour): string {
  return scatter(random, RINGS, (ring) => {
    const inner = ring / (RINGS - 1)
    const light = mix(mix(colour, '#fff0dc', 0.22), colour, inner)
    const deep = mix(colour, '#5a1730', 0.46 + inner * 0.26)
    const reach = 100 - ring * 16.6
    const petals = 7 - Math.floor(ring / 2)
    const start = random.between(0, 90)
    return scatter(random, petals, (at) => {
      const turn = start + (at / petals) * 360 + random.between(-9, 9)
      const width = reach * random.between(0.58, 0.76)
      return placed(petal(reach * random.between(0.9, 1.08), width, light, deep), [0, 0], { turn })
    })
  })
}

function petal(reach: number, width: number, light: Colour, deep: Colour): string {
  const path = `M0 6C${-width * 0.5} ${-reach * 0.2} ${-width} ${-reach * 0.72} ${-width * 0.45} ${-reach * 0.97}C${-width * 0.2} ${-reach * 1.05} ${width * 0.15} ${-reach * 0.96} ${width * 0.42} ${-reach * 0.98}C${width} ${-reach * 0.7} ${width * 0.5} ${-reach * 0.2} 0 6Z`
  const id = `petal${light.slice(1)}${deep.slice(1)}`
  return (
    gradient(id, [light, mix(light, deep, 0.38), mix(light, deep, 0.7), deep]) +
    shape(path, `url(#${id})`) +
    stroke(path, mix(light, '#fffaf2', 0.5), 1.4, 0.35)
  )
}

/** Small flowers around (0, 0), between the large ones. */
export function sprinkle(random: Random, reach: number, colour: Colour): string {
  return scatter(random, 60, () => {
    const angle = random.between(0, Math.PI * 2)
    const far = reach * random.between(0.5, 1.05)
    const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far]
    const petals = disc(x, y, random.between(5, 10), colour, random.between(0.6, 1))
    return petals + disc(x, y, 2.2, '#d8a24a')
  })
}
