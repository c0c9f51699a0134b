import type { Colour } from './colour.ts'
import { disc, placed, scatter, shape, stroke } from './marks.ts'
import type { Frame } from './marks.ts'
import type { Random } from './seeded-random.ts'

/** A slim tree standing on (x, y). */
export function cypress(x: number, y: number, height: number, colour: Colour): string {
  const path =
    'M0 0C-15 -8 -17 -40 -10 -66C-7 -84 -3 -94 0 -104C3 -94 7 -84 10 -66C17 -40 15 -8 0 0Z'
  return placed(shape(path, colour), [x, y], { scale: height / 100 })
}

/** A broad tree of many round clumps, standing on (x, y). */
export function tree(x: number, y: number, height: number, colour: Colour, random: Random): string {
  const trunk = stroke(`M0 0C3 -20 -2 -34 0 -50M0 -36L-14 -56M0 -40L16 -60`, colour, 5)
  const heart = disc(0, -70, 24, colour) + disc(-16, -62, 15, colour) + disc(17, -64, 15, colour)
  const crown = random.times(40, () => {
    const angle = random.between(0, Math.PI * 2)
    const reach = Math.sqrt(random.next())
    const [x, y] = [Math.cos(angle) * reach * 35, -70 + Math.sin(angle) * reach * 27]
    return disc(x, y, random.between(3.5, 9), colour)
  })
  return placed(trunk + heart + crown.join(''), [x, y], { scale: height / 100 })
}

/** Trees along `y`, from side to side, the largest so tall. */
export function woods(
  frame: Frame,
  random: Random,
  { y, tall, colour }: { y: number; tall: number; colour: Colour },
): string {
  return scatter(random, Math.round((frame.width / tall) * 3 + 6), () => {
    const x = random.between(-40, frame.width + 40)
    return tree(x, y, tall * random.between(0.35, 1), colour, random)
  })
}

/** Blades and seed heads along the lower edge. */
export function grass(
  frame: Frame,
  random: Random,
  { colour, light, height }: { colour: Colour; light: Colour; height: number },
): string {
  return scatter(random, Math.round(frame.width / 9), () => {
    const x = random.between(-20, frame.width + 20)
    const tall = height * random.between(0.3, 1)
    const lean = random.between(-60, 60)
    const top = frame.height - tall
    const path = `M${x} ${frame.height + 10}Q${x} ${top + tall * 0.4} ${x + lean} ${top}`
    const blade = stroke(path, colour, random.between(2, 6))
    return random.chance(0.12) ? blade + disc(x + lean, top, 6, light, 0.8) : blade
  })
}

/** A twig of leaves to the right of (0, 0), `length` long. */
export function twig(
  length: number,
  colours: readonly [Colour, ...Colour[]],
  random: Random,
): string {
  const count = Math.round(length / 17)
  const leaves = random.times(count, (at) => {
    const x = (at + 0.5) * (length / count)
    const size = 15 + 22 * Math.sin(((at + 1) / (count + 1)) * Math.PI)
    const leaf = shape(
      `M0 0C${size * 0.3} ${-size * 0.5} ${size} ${-size * 0.45} ${size * 1.5} 0C${size} ${size * 0.3} ${size * 0.3} ${size * 0.3} 0 0Z`,
      random.pick(colours),
      random.between(0.85, 1),
    )
    const side = at % 2 === 0 ? -1 : 1
    return placed(leaf, [x, Math.sin(x / 60) * 8], {
      turn: side * random.between(28, 62),
      scale: random.between(0.8, 1.15),
    })
  })
  return stroke(`M0 0Q${length / 2} 14 ${length} 0`, colours[0], 3) + leaves.join('')
}
