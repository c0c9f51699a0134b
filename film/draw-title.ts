import { displayDay } from '../contract/display-day.ts'
import type { FilmContext, Size } from './film-context.ts'

/** The typeface of the title: it has to be registered under this name, in this weight, before the first frame is drawn. */
export const TITLE_FONT = { family: 'Fraunces', weight: 700 } as const

/** Sizes are for a film whose shorter side has this length. */
const FULL_PX = 1080
const MARGIN_PX = 84
const NAME_SIZES_PX = [128, 112, 96, 84, 72]
const LINES_MAX = 3
const LINE_HEIGHT = 1.06
const DATE_PX = 46
/** Distance of the name's last line from the lower edge: a share of the height, and at least so much. */
const FOOT = 0.115
const FOOT_PX = 220
const PAPER = '251, 248, 244'
const INK = '20, 17, 15'
export const EMBER = '240, 138, 93'

export function titleOf(ormaName: string, day: string): Title {
  return { name: ormaName, date: displayDay(day, 'MMM DD, YYYY') }
}

export interface Title {
  name: string
  /** The day in words. */
  date: string
}

/** Draws the title over the frame, which it darkens. `opacity` from 0 to 1. */
export function drawTitle<Drawable>(
  context: FilmContext<Drawable>,
  { name, date }: Title,
  film: Size,
  opacity: number,
): void {
  const unit = Math.min(film.width, film.height) / FULL_PX
  context.globalAlpha = opacity
  const shade = context.createLinearGradient(0, 0, 0, film.height)
  shade.addColorStop(0, `rgba(${INK}, 0)`)
  shade.addColorStop(0.5, `rgba(${INK}, 0.04)`)
  shade.addColorStop(0.78, `rgba(${INK}, 0.64)`)
  shade.addColorStop(1, `rgba(${INK}, 0.9)`)
  context.fillStyle = shade
  context.fillRect(0, 0, film.width, film.height)

  const margin = MARGIN_PX * unit
  const { lines, size } = fitName(context, name, film.width - 2 * margin, unit)
  const foot = film.height - Math.max(film.height * FOOT, FOOT_PX * unit)
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.fillStyle = `rgb(${PAPER})`
  for (const [at, line] of lines.entries()) {
    const above = (lines.length - 1 - at) * size * LINE_HEIGHT
    context.font = fontOf(size)
    context.fillText(line, margin, foot - above)
  }
  const top = foot - (lines.length - 1) * size * LINE_HEIGHT - size * 1.15
  context.fillStyle = `rgb(${EMBER})`
  context.fillRect(margin, top, 96 * unit, 7 * unit)
  context.font = fontOf(DATE_PX * unit)
  context.fillStyle = `rgba(${PAPER}, 0.86)`
  context.fillText(date, margin, foot + DATE_PX * 1.9 * unit)
  context.globalAlpha = 1
}

function fontOf(size: number): string {
  return `${TITLE_FONT.weight} ${size}px ${TITLE_FONT.family}, serif`
}

/** The name in the largest size at which it fits its lines; in the smallest it is cut. */
function fitName<Drawable>(
  context: FilmContext<Drawable>,
  name: string,
  width: number,
  unit: number,
): { lines: string[]; size: number } {
  let fitted = { lines: [name], size: DATE_PX * unit }
  for (const px of NAME_SIZES_PX) {
    context.font = fontOf(px * unit)
    fitted = { lines: breakName(context, name, width), size: px * unit }
    const isWithin = fitted.lines.every((line) => context.measureText(line).width <= width)
    if (fitted.lines.length <= LINES_MAX && isWithin) return fitted
  }
  return { ...fitted, lines: fitted.lines.slice(0, LINES_MAX) }
}

/** Breaks text into lines; a word longer than a line is broken anywhere. */
function breakName<Drawable>(
  context: FilmContext<Drawable>,
  name: string,
  width: number,
): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (text: string) => context.measureText(text).width <= width
  for (const word of name.split(/\s+/)) {
    if (line && fits(`${line} ${word}`)) {
      line = `${line} ${word}`
      continue
    }
    if (line) lines.push(line)
    line = word
    while (!fits(line) && line.length > 1) {
      const letters = [...line]
      let kept = letters.length - 1
      while (kept > 1 && !fits(letters.slice(0, kept).join(''))) kept -= 1
      lines.push(letters.slice(0, kept).join(''))
      line = letters.slice(kept).join('')
    }
  }
  return line ? [...lines, line] : lines
}
