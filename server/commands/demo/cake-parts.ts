import type { Colour } from './colour.ts'
import { mix } from './colour.ts'
import { flame } from './lamps.ts'
import { disc, ellipse, gradient, shape, stroke } from './svg-marks.ts'

/** One round of the cake, `half` its width, standing at `base`. */
export function tier(x: number, base: number, half: number, tall: number, cream: Colour): string {
  const dip = half * 0.14
  const id = `tier${half}`
  const sideways = { x1: 0, y1: 0, x2: 1, y2: 0 }
  return (
    gradient(
      id,
      [mix(cream, '#e0a070', 0.4), cream, mix(cream, '#c98a66', 0.36), mix(cream, '#7a4632', 0.62)],
      sideways,
    ) +
    shape(
      `M${x - half} ${base - tall}V${base}Q${x} ${base + dip * 2} ${x + half} ${base}V${base - tall}Z`,
      `url(#${id})`,
    ) +
    ellipse(x, base - tall, half, dip, mix(cream, '#fff2dc', 0.45)) +
    [0.2, 0.42, 0.64, 0.86]
      .map((at) =>
        stroke(
          `M${x - half} ${base - tall * at}Q${x} ${base - tall * at + dip * 2} ${x + half} ${base - tall * at}`,
          mix(cream, '#b87a55', 0.5),
          2,
          0.28,
        ),
      )
      .join('')
  )
}

export function stand(x: number, table: number): string {
  return (
    shape(
      `M${x - 60} ${table - 22}Q${x - 20} ${table} ${x - 90} ${table + 26}H${x + 90}Q${x + 20} ${table} ${x + 60} ${table - 22}Z`,
      '#c99a5a',
    ) +
    ellipse(x, table - 26, 290, 34, '#a8763c') +
    ellipse(x, table - 34, 290, 34, '#efcd92')
  )
}

export function candle(x: number, y: number, tall: number): string {
  return (
    shape(`M${x - 15} ${y - tall}H${x + 15}V${y}H${x - 15}Z`, '#f6ddb8') +
    ellipse(x, y - tall, 15, 4, '#fff3d6') +
    disc(x, y, 20, '#b98a4e') +
    flame(x, y - tall - 4, 46)
  )
}
