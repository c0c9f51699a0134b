/** When a photo was taken, as one of its fields or its name says it. */
export interface TakenTime {
  /** The wall clock, `YYYY-MM-DDTHH:mm:ss`; `YYYY-MM-DD` where only the day is said. */
  clock: string
  /** That clock's offset from UTC, such as `+02:00`; `Z`: it is in UTC, wherever the photo was taken. Absent: not said. */
  offset?: string
}

const MAX_TEXT = 64

const DAY = /^(\d{4})[:/.-](\d{1,2})[:/.-](\d{1,2})(?!\d)/
const TIME = /^[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?/
const OFFSET = /^([+-])(\d{1,2}):?(\d{2})?$/

/** Reads a time as EXIF has it, in all the ways that cameras and programs write it; undefined where it is none. */
export function readTime(text: string, statedOffset = ''): TakenTime | undefined {
  const written = text
    .slice(0, MAX_TEXT)
    .replace(/\0[^]*$/, '')
    .trim()
  const found = DAY.exec(written)
  if (!found) return undefined
  const [whole, year = '', month = '', date = ''] = found
  const day = dayOf(Number(year), Number(month), Number(date))
  if (day === undefined) return undefined
  const rest = written.slice(whole.length)
  const clock = TIME.exec(rest)
  const time = clock ? readClock(clock) : undefined
  if (!clock || time === undefined) return { clock: toText(day, 'YYYY-MM-DD') }
  const offset = readOffset(rest.slice(clock[0].length)) ?? readOffset(statedOffset)
  return { clock: toText(day + time, 'YYYY-MM-DDTHH:mm:ss'), ...(offset && { offset }) }
}

/** An offset from UTC as `+HH:mm`, or `Z`; undefined where it is none. */
function readOffset(text: string): string | undefined {
  const written = text.replace(/\0[^]*$/, '').trim()
  if (written === 'Z') return written
  const [, sign, hours = '', minutes = '00'] = OFFSET.exec(written) ?? []
  const isReal = sign !== undefined && Number(hours) <= 14 && Number(minutes) < 60
  return isReal ? `${sign}${hours.padStart(2, '0')}:${minutes}` : undefined
}

/** Milliseconds of a day's beginning; undefined for 31 February and the like, which `Date` takes for a day of March. */
function dayOf(year: number, month: number, date: number): number | undefined {
  const time = new Date(Date.UTC(year, month - 1, date))
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === date
  return isReal && time.getUTCFullYear() === year ? time.getTime() : undefined
}

/** Milliseconds since midnight. The end of a day may be written as 24:00. */
function readClock([, hours, minutes, seconds = '0']: readonly string[]): number | undefined {
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)]
  const isReal = (h < 24 && m < 60 && s <= 60) || (h === 24 && m === 0 && s === 0)
  return isReal ? ((h * 60 + m) * 60 + s) * 1000 : undefined
}

function toText(time: number, { length }: string): string {
  return new Date(time).toISOString().slice(0, length)
}

/** `2026-06-20 at 15.04.05`, `20260620_150405123` and what lies between them, in any language; of macOS also `3.04.05 PM`. */
const DAY_AND_TIME =
  /(?:^|\D)((?:19|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?:[-_T\s.]|\s\p{L}{1,5}\s)(\d{1,2})([-_.:]?)(\d\d)\5(\d\d)(?:[-_.]?\d{3})?(?!\d)(?:\s([AP]M))?/iu

/** A photo that WhatsApp has sent: the day, and which of that day's it is. */
const WHATSAPP_DAY = /^IMG-(\d{4})(\d\d)(\d\d)-WA\d/i

const MAX_NAME = 255

/**
 * When a photo was taken or sent, by the name that a camera or a messenger gave its file. Messengers take the EXIF data away, and the
 * file's own time is that of its download. Undefined for any other name.
 */
export function timeInName(name: string): TakenTime | undefined {
  const start = name.slice(0, MAX_NAME)
  const [, year, month, date, hours, , minutes, seconds, half] = DAY_AND_TIME.exec(start) ?? []
  if (year !== undefined) {
    // The camera of Pixel phones writes UTC.
    const offset = start.startsWith('PXL_') ? 'Z' : ''
    const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : hours
    const time = readTime(`${year}-${month}-${date} ${hour}:${minutes}:${seconds}`, offset)
    return time?.clock.includes('T') ? time : undefined
  }
  const day = WHATSAPP_DAY.exec(start)
  return day ? readTime(day.slice(1).join('-')) : undefined
}
