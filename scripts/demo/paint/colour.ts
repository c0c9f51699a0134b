/** `#rrggbb` */
export type Colour = `#${string}`

/** A mix of two colours: 0 is the first, 1 the second. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const [a, b] = [parts(from), parts(to)]
  const mixed = a.map((value, at) => Math.round(value + ((b[at] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function parts(colour: Colour): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
