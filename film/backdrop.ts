import { coverOf } from './compose.ts'
import type { FilmContext, FilmPixels, Focus, Size } from './film-context.ts'

/** The size of the canvas that a backdrop is drawn on: small, as it is blurred and then stretched. */
export function backdropSize({ width, height }: Size): Size {
  return width < height ? { width: 90, height: 160 } : { width: 160, height: 90 }
}

/** Three passes of a box blur look like a soft lens. */
const RUNS = 3
const RADIUS_PX = 6
/** Backdrops are darkened, so that the picture in front is brighter. */
const DIMMED = 0.6

const LOOK_PX = 48

/**
 * Draws a picture's backdrop on a canvas of a film's `backdropSize`, and gives the point where there is most to see in the
 * picture. The film needs both.
 */
export function drawBackdrop<Drawable>(
  context: FilmContext<Drawable>,
  picture: Drawable,
  { size, film }: { size: Size; film: Size },
): Focus {
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, size.width, size.height, 0, 0, LOOK_PX, LOOK_PX)
  const focus = focusOf(context.getImageData(0, 0, LOOK_PX, LOOK_PX))
  const backdrop = backdropSize(film)
  const { x, y, width, height } = coverOf(size, backdrop)
  context.drawImage(picture, x, y, width, height, 0, 0, backdrop.width, backdrop.height)
  const pixels = context.getImageData(0, 0, backdrop.width, backdrop.height)
  for (let run = 0; run < RUNS; run += 1) {
    blurLines(pixels, { lines: pixels.height, length: pixels.width, step: 1, next: pixels.width })
    blurLines(pixels, { lines: pixels.width, length: pixels.height, step: pixels.width, next: 1 })
  }
  for (let at = 0; at < pixels.data.length; at += 4) {
    for (let channel = at; channel < at + 3; channel += 1) {
      pixels.data[channel] = (pixels.data[channel] ?? 0) * DIMMED
    }
  }
  context.putImageData(pixels, 0, 0)
  return focus
}

/**
 * Where there is most to see: the centre of a picture's edges and strong colours, pulled towards its middle and a little upwards,
 * where heads are. Continuous, so that two decoders find nearly the same point.
 */
function focusOf({ data, width, height }: FilmPixels): Focus {
  let [all, x, y] = [0, 0, 0]
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const weight = interestAt({ data, width, height }, column, row)
      all += weight
      x += weight * (column + 0.5)
      y += weight * (row + 0.5)
    }
  }
  if (all === 0) return { x: 0.5, y: 0.5 }
  return { x: x / all / width, y: (y / all / height) * 0.8 + 0.45 * 0.2 }
}

/** How much the pixel differs from its neighbours, squared to favour sharp edges, and how colourful it is. */
function interestAt({ data, width }: FilmPixels, column: number, row: number): number {
  const at = (row * width + column) * 4
  let edge = 0
  for (let channel = at; channel < at + 3; channel += 1) {
    const around = [channel - 4, channel + 4, channel - width * 4, channel + width * 4]
    for (const place of around) edge += Math.abs((data[channel] ?? 0) - (data[place] ?? 0))
  }
  const rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  const colour = Math.max(...rgb) - Math.min(...rgb)
  return (edge / 12) ** 2 + (colour / 4) ** 2 / 60
}

interface Lines {
  lines: number
  length: number
  /** Distance in the data from a pixel of a line to its next, and from one line to the next. */
  step: number
  next: number
}

/** Each pixel becomes the mean of those up to `RADIUS_PX` beside it on its line; the end pixels are repeated outwards. */
function blurLines({ data }: FilmPixels, { lines, length, step, next }: Lines): void {
  const values = new Float32Array(length)
  for (let line = 0; line < lines; line += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const place = (at: number) => (line * next + at * step) * 4 + channel
      for (let at = 0; at < length; at += 1) values[at] = data[place(at)] ?? 0
      const valueAt = (at: number) => values[Math.min(Math.max(at, 0), length - 1)] ?? 0
      let sum = 0
      for (let at = -RADIUS_PX; at <= RADIUS_PX; at += 1) sum += valueAt(at)
      for (let at = 0; at < length; at += 1) {
        data[place(at)] = sum / (2 * RADIUS_PX + 1)
        sum += valueAt(at + RADIUS_PX + 1) - valueAt(at - RADIUS_PX)
      }
    }
  }
}
