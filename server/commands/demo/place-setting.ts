import type { Colour } from './colour.ts'
import { mix } from './colour.ts'
import { disc, ellipse, gradient, placed, stroke } from './svg-marks.ts'

/** A plate with napkin, fork, knife and glass, the guest below. */
export function placeSetting(plate: Colour): string {
  const fork = stroke(
    'M-168 110V-20M-182 -30V-92M-168 -24V-92M-154 -30V-92M-182 -30Q-168 -8 -154 -30',
    '#e8cf9c',
    5,
    0.9,
  )
  const knife = stroke('M168 110V0', '#e8cf9c', 8, 0.9) + stroke('M168 0V-92', '#f7e9c8', 10, 0.9)
  const glass = placed(
    disc(0, 0, 52, '#ffffff', 0.1) +
      disc(0, 0, 40, '#a8283a', 0.75) +
      disc(-10, -10, 14, '#e88a7a', 0.5) +
      stroke('M-50 0A50 50 0 0 1 0 -50', '#ffffff', 4, 0.7),
    [150, -160],
  )
  return (
    gradient(`napkin${plate.slice(1)}`, [
      mix(plate, '#c98a6a', 0.35),
      mix(plate, '#8a5a44', 0.45),
    ]) +
    disc(0, 0, 128, mix(plate, '#8a6a50', 0.2)) +
    disc(0, 0, 122, plate) +
    disc(0, 0, 88, mix(plate, '#9a7a60', 0.16)) +
    disc(0, 0, 84, mix(plate, '#ffffff', 0.25)) +
    ellipse(0, 0, 30, 66, `url(#napkin${plate.slice(1)})`) +
    fork +
    knife +
    glass
  )
}
