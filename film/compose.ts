import type { Focus, Size } from './film-context.ts'
import type { Layer } from './film-timeline.ts'

export interface Box extends Size {
  x: number
  y: number
}

/** Pictures up to so many times as wide as the film, for their height, fill it. */
const COVER_STRETCH = 1.56
/** Of wider ones so much of the width is seen at once, and the rest by panning. */
const SEEN_WIDTH = 0.86
/** Panoramas are seen as a window of this shape that moves along them. */
const WIDEST = 1.6
/** The middle of what does not fill the film lies a little above its middle, as in a frame on the wall. */
const MIDDLE = 0.47

const ZOOM = 0.07
const SPECIAL_ZOOM = 0.13
/** Pans go so far to either side of the focus, as a share of the picture. */
const PAN = 0.05

/** Whether a picture fills the film; else its blurred backdrop is seen above and below it. */
export function fillsFilm(picture: Size, film: Size): boolean {
  return aspectOf(picture) <= aspectOf(film) * COVER_STRETCH
}

/** The part of the film in which a picture is seen. */
export function boxOf(picture: Size, film: Size): Box {
  if (fillsFilm(picture, film)) return { x: 0, y: 0, ...film }
  const seen = Math.min(aspectOf(picture) * SEEN_WIDTH, WIDEST)
  const height = Math.min(Math.round(film.width / seen), film.height)
  const y = Math.round((film.height - height) * MIDDLE)
  return { x: 0, y, width: film.width, height }
}

/** Pictures are kept so much larger than they are seen at first: the film moves closer. */
const SPARE = 1.1

/** The size in which a picture is best given to the film: what it has more is not seen. */
export function drawnSize(picture: Size, film: Size): Size {
  const box = boxOf(picture, film)
  const closest = Math.max(box.width / picture.width, box.height / picture.height)
  const scale = Math.min(closest * SPARE, 1)
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
}

/** The part of a picture that is seen in its box: moving gently, or at rest. */
export function cropOf(
  picture: Size & { focus?: Focus | undefined },
  box: Size,
  { shot, progress }: Layer,
  isStill: boolean,
): Box {
  const { focus = { x: 0.5, y: 0.5 } } = picture
  const largest = largestOf(picture, aspectOf(box))
  const inward = shot.special || shot.image % 2 === 0
  const closeness = isStill ? 0 : inward ? progress : 1 - progress
  const zoom = 1 + (shot.special ? SPECIAL_ZOOM : ZOOM) * closeness
  const [width, height] = [largest.width / zoom, largest.height / zoom]
  const side = shot.image % 4 < 2 ? 1 : -1
  const aside = isStill ? 0 : side * PAN * (2 * progress - 1)
  return {
    x: within((focus.x + aside) * picture.width - width / 2, picture.width - width),
    y: within(focus.y * picture.height - height / 2, picture.height - height),
    width,
    height,
  }
}

/** The largest part of a picture that has a shape, around its middle. */
export function coverOf(picture: Size, shape: Size): Box {
  const { width, height } = largestOf(picture, aspectOf(shape))
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

function largestOf({ width, height }: Size, aspect: number): Size {
  return width / height > aspect
    ? { width: height * aspect, height }
    : { width, height: width / aspect }
}

function aspectOf({ width, height }: Size): number {
  return width / height
}

function within(value: number, max: number): number {
  return Math.min(Math.max(value, 0), Math.max(max, 0))
}
