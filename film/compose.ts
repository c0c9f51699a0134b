import type { Focus, Size } from './film-context.ts'
import type { Layer } from './film-timeline.ts'

export interface Box extends Size {
  x: number
  y: number
}

/** A picture of which at least this share is seen fills the film. */
const SEEN_MIN = 0.6
/** Of any other, this share of the longer side is seen at once, and more by panning. */
const SEEN_AT_ONCE = 0.8
/** Panoramas are seen through a window of this ratio, wide or tall, that moves along them. */
const LONGEST = 1.6
/** A picture with room above and below is centred a little above the film's middle, like a frame on a wall. */
const MIDDLE = 0.47

const ZOOM = 0.07
const SPECIAL_ZOOM = 0.13
/** How far pans go to either side of the focus, as a share of what is not seen. */
const PAN = 0.3

/** The part of the film that a picture takes: all of it, or its full width or height. Its blurred backdrop fills the rest. */
export function boxOf(picture: Size, film: Size): Box {
  const [own, whole] = [aspectOf(picture), aspectOf(film)]
  if (Math.min(own / whole, whole / own) >= SEEN_MIN) return { x: 0, y: 0, ...film }
  if (own > whole) {
    const seen = Math.min(own * SEEN_AT_ONCE, LONGEST)
    const height = Math.min(Math.round(film.width / seen), film.height)
    return { x: 0, y: Math.round((film.height - height) * MIDDLE), width: film.width, height }
  }
  const seen = Math.max(own / SEEN_AT_ONCE, 1 / LONGEST)
  const width = Math.min(Math.round(film.height * seen), film.width)
  return { x: Math.round((film.width - width) / 2), y: 0, width, height: film.height }
}

/** How much larger pictures are kept than they are first seen, as the film zooms in. */
const SPARE = 1.1

/** The size in which a picture is best given to the film: more pixels would not be seen. */
export function drawnSize(picture: Size, film: Size): Size {
  const box = boxOf(picture, film)
  const closest = Math.max(box.width / picture.width, box.height / picture.height)
  const scale = Math.min(closest * SPARE, 1)
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
}

/** The part of a picture that is seen in its box: moving slowly, or still. */
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
  const [outX, outY] = [picture.width - width, picture.height - height]
  const side = shot.image % 4 < 2 ? 1 : -1
  const aside = isStill ? 0 : side * PAN * (2 * progress - 1)
  // Only along the side that is cropped more.
  const [asideX, asideY] = outX / width >= outY / height ? [aside, 0] : [0, aside]
  return {
    x: within(focus.x * picture.width - width / 2 + asideX * outX, outX),
    y: within(focus.y * picture.height - height / 2 + asideY * outY, outY),
    width,
    height,
  }
}

/** The largest part of a picture with the ratio of `shape`, around its middle. */
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
