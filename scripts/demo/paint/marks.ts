import type { Colour } from './colour.ts'
import type { Random } from './seeded-random.ts'

export type Point = readonly [x: number, y: number]

/** A picture's size in units: the shorter side has 1000. */
export interface Frame {
  width: number
  height: number
}

/** The part of a frame that is seen. */
export interface View extends Frame {
  x: number
  y: number
}

/** A disc of light that fades to nothing at its edge; its gradient is added by `svgDocument`. */
export function glow(x: number, y: number, radius: number, colour: Colour, opacity = 1): string {
  return ellipse(x, y, radius, radius, `url(#glow-${colour.slice(1)})`, opacity)
}

export function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return ellipse(x, y, radius, radius, fill, opacity)
}

export function ellipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  opacity = 1,
): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" fill-opacity="${n(opacity)}"/>`
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"/>`
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

export function wash(fill: string, opacity = 1): string {
  return shape('M-2000 -2000H4000V4000H-2000Z', fill, opacity)
}

/** So many marks, each made with random numbers. */
export function scatter(random: Random, count: number, make: (index: number) => string): string {
  return random.times(count, make).join('')
}

/** A frame's width and height from `top` down in one colour, or in several from there down. */
export function backdrop(
  { width, height }: Frame,
  colours: readonly [Colour, ...Colour[]],
  top = 0,
): string {
  if (colours.length === 1) return rect(0, top, width, height, colours[0])
  const id = `back${colours.join('').replaceAll('#', '')}`
  return gradient(id, colours) + rect(0, top, width, height, `url(#${id})`)
}

/** A gradient from top to bottom, its colours evenly spread, to be used as `url(#id)`. */
export function gradient(id: string, colours: readonly Colour[]): string {
  const stops = colours.map((colour, at) => stop(at / (colours.length - 1), colour, 1)).join('')
  return `<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>`
}

/** An SVG file of these marks: the viewed part of a frame, at a size in pixels. */
export function svgDocument(marks: string, view: View, pixels: Frame): Buffer {
  const colours = new Set([...marks.matchAll(/url\(#glow-(\w+)\)/g)].map(([, hex]) => hex))
  const glows = [...colours].map((hex) => {
    const stops = FADE.map(([at, opacity]) => stop(at, `#${hex}`, opacity)).join('')
    return `<radialGradient id="glow-${hex}">${stops}</radialGradient>`
  })
  const size = `width="${pixels.width}" height="${pixels.height}" viewBox="${n(view.x)} ${n(view.y)} ${n(view.width)} ${n(view.height)}"`
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

/** A number with no more digits than pictures need. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}
