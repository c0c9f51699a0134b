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

/** Reads a time as EXIF and XMP write it, in all the ways that cameras and programs do; undefined where it is none. */
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
