import type { Colour } from './colour.ts'
import type { Random } from './seeded-random.ts'

export type Point = readonly [x: number, y: number]

/** A disc of light that fades to nothing at its edge; its gradient is added by `svgDocument`. */
export function glow(x: number, y: number, radius: number, colour: Colour, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="url(#glow-${colour.slice(1)})" fill-opacity="${n(opacity)}"/>`
}

export function disc(x: number, y: number, radius: number, colour: Colour, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${colour}" fill-opacity="${n(opacity)}"/>`
}

/** A light out of focus: a disc, brighter at its rim, as a lens makes it. */
export function bokeh(
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  opacity: number,
): string {
  const rim = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 0.95)}" fill="none" stroke="${colour}" stroke-width="${n(radius * 0.1)}" stroke-opacity="${n(opacity * 0.5)}"/>`
  return disc(x, y, radius, colour, opacity * 0.78) + rim
}

export function ellipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  colour: string,
  opacity = 1,
): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${colour}" fill-opacity="${n(opacity)}"/>`
}

export function shape(path: string, fill: string, opacity = 1): string {
  return `<path d="${path}" fill="${fill}" fill-opacity="${n(opacity)}"/>`
}

export function stroke(path: string, colour: string, width: number, opacity = 1): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" stroke-opacity="${n(opacity)}"/>`
}

/** Marks moved, then turned (degrees), then scaled. */
export function placed(
  marks: string,
  [x, y]: Point,
  { turn = 0, scale = 1, flip = false } = {},
): string {
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(flip ? -scale : scale)} ${n(scale)})">${marks}</g>`
}

/** The whole frame in one fill. */
export function wash(fill: string, opacity = 1): string {
  return `<rect x="-2000" y="-2000" width="6000" height="6000" fill="${fill}" fill-opacity="${n(opacity)}"/>`
}

/** So many marks, each made by chance. */
export function scatter(random: Random, count: number, make: (index: number) => string): string {
  return random.times(count, make).join('')
}

/** Everything from `top` down in one colour, or in several from there to a frame's height below. */
export function backdrop(
  { width, height }: { width: number; height: number },
  colours: readonly [Colour, ...Colour[]],
  top = 0,
): string {
  const id = `back${colours.join('').replaceAll('#', '')}`
  const fill = colours.length > 1 ? `url(#${id})` : colours[0]
  const rect = `<rect y="${n(top)}" width="${width}" height="${height}" fill="${fill}"/>`
  return colours.length > 1 ? gradient(id, colours) + rect : rect
}

/** A gradient from top to bottom (or along `axis`), its colours evenly spread, to be used as `url(#id)`. */
export function gradient(
  id: string,
  colours: readonly Colour[],
  { x1, y1, x2, y2 } = { x1: 0, y1: 0, x2: 0, y2: 1 },
): string {
  const stops = colours.map((colour, at) => stop(at / (colours.length - 1), colour, 1)).join('')
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`
}

export function line(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`
}

/** A smooth way through points. */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const bends = rest.map(([x, y], at) => {
    const [fromX, fromY] = points[at] ?? first
    return `Q${n(fromX)} ${n(fromY)} ${n((fromX + x) / 2)} ${n((fromY + y) / 2)}`
  })
  const [endX, endY] = points.at(-1) ?? first
  return `M${n(first[0])} ${n(first[1])}${bends.join('')}L${n(endX)} ${n(endY)}`
}

/** An SVG file of these marks: `width` x `height` pixels of a frame given in units. */
export function svgDocument(
  marks: string,
  units: { width: number; height: number },
  pixels: { width: number; height: number },
): Buffer {
  const colours = new Set([...marks.matchAll(/url\(#glow-(\w+)\)/g)].map(([, hex]) => hex))
  const glows = [...colours].map((hex) => {
    const stops = FADE.map(([at, opacity]) => stop(at, `#${hex}`, opacity)).join('')
    return `<radialGradient id="glow-${hex}">${stops}</radialGradient>`
  })
  const size = `width="${pixels.width}" height="${pixels.height}" viewBox="0 0 ${units.width} ${units.height}"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} preserveAspectRatio="none"><defs>${glows.join('')}</defs>${marks}</svg>`,
  )
}

/** How light falls off around a lamp. */
const FADE: readonly (readonly [at: number, opacity: number])[] = [
  [0, 1],
  [0.12, 0.78],
  [0.28, 0.42],
  [0.5, 0.16],
  [0.75, 0.04],
  [1, 0],
]

function stop(at: number, colour: Colour, opacity: number): string {
  return `<stop offset="${n(at)}" stop-color="${colour}" stop-opacity="${opacity}"/>`
}

/** Numbers no longer than pictures need. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}
