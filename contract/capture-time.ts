import type { Exif } from './exif.ts'
import { timeInName } from './taken-time.ts'
import type { TakenTime } from './taken-time.ts'

/** What an upload says about when its photo was taken. */
export interface StatedTime {
  /** ISO 8601 with offset; '': not known. */
  original_date: string
  /** IANA name of the phone's time zone; '' or an unknown one: not known. */
  timezone: string
  /** Name of the file. */
  filename?: string | undefined
}

/** No phone or camera has a photo from before it, but clocks that were never set say so. */
const FIRST_YEAR = '1990'
/** A clock may be wrong, or its zone. */
const AHEAD_MS = 24 * 60 * 60 * 1000
const DAY_LENGTH = 'YYYY-MM-DD'.length

/**
 * When a photo was taken, ISO 8601 with the offset of its place: by its EXIF data, else its file's name, else as the upload states;
 * undefined where nobody knows. What cannot have been (before 1990, or more than a day after `nowMs`) counts as not said. A clock
 * without an offset is one of the phone's zone. Where the first that counts says only the day, the hour comes from whoever says one
 * of that day, else it is noon.
 */
export function captureTime(
  { times }: Pick<Exif, 'times'>,
  stated: StatedTime,
  nowMs: number,
): string | undefined {
  const inName = timeInName(stated.filename ?? '')
  const known = [...times, ...(inName ? [inName] : [])].map((time) => toStated(time, stated))
  const possible = [...known, stated.original_date].filter((text) => isPossible(text, nowMs))
  const [first] = possible
  if (first?.length !== DAY_LENGTH) return first
  const ofThatDay = possible.find((text) => text.length > DAY_LENGTH && text.startsWith(first))
  return ofThatDay ?? toStated({ clock: `${first}T12:00:00` }, stated)
}

/** A moment by the clock of the phone's zone: it stands in for the time of a photo that nobody knows. */
export function stateMoment(timeMs: number, stated: StatedTime): string {
  const offset =
    inZone(stated.timezone, (zone) => offsetAt(timeMs, zone)) ?? statedOffset(stated.original_date)
  // A clock ahead of UTC began 1970 as long before it as it is ahead.
  const clock = new Date(timeMs - Date.parse(`1970-01-01T00:00${offset}`))
  return `${clock.toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)}${offset}`
}

function isPossible(text: string, nowMs: number): boolean {
  return text.slice(0, FIRST_YEAR.length) >= FIRST_YEAR && Date.parse(text) <= nowMs + AHEAD_MS
}

function toStated({ clock, offset }: TakenTime, stated: StatedTime): string {
  if (clock.length === DAY_LENGTH) return clock
  if (offset === 'Z') return stateMoment(Date.parse(`${clock}Z`), stated)
  const ofZone = (): string =>
    inZone(stated.timezone, (zone) => zoneOffset(clock, zone)) ?? statedOffset(stated.original_date)
  return `${clock}${offset ?? ofZone()}`
}

/** Undefined for an unknown zone. */
function inZone(timezone: string, read: (timezone: string) => string): string | undefined {
  try {
    return read(timezone)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The offset of a zone when its clock shows `wallClock`. */
function zoneOffset(wallClock: string, timezone: string): string {
  // The offset depends on the moment, and the moment on the offset: a first guess is corrected once.
  const guess = Date.parse(`${wallClock}Z`)
  const near = offsetAt(guess, timezone)
  return offsetAt(Date.parse(wallClock + near), timezone)
}

function offsetAt(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longOffset',
  }).formatToParts(time)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? '+00:00' : name.slice('GMT'.length)
}

function statedOffset(original_date: string): string {
  return /[+-]\d\d:\d\d$/.exec(original_date)?.[0] ?? '+00:00'
}
