import type { Exif } from './exif.ts'

/** What an upload says about when its photo was taken. */
export interface StatedTime {
  /** ISO 8601 with offset. */
  original_date: string
  /** IANA name of the phone's time zone. */
  timezone: string
}

/**
 * When a photo was taken, ISO 8601 with the offset of its place: by the camera's clock and offset; without an offset by the
 * camera's clock in the phone's zone; else as the upload states.
 */
export function captureTime(exif: Exif, { original_date, timezone }: StatedTime): string {
  if (!exif.takenAt) return original_date
  const offset = exif.offset ?? zoneOffset(exif.takenAt, timezone) ?? statedOffset(original_date)
  return `${exif.takenAt}${offset}`
}

/** The offset of a zone when its clock shows `wallClock`; undefined for an unknown zone. */
function zoneOffset(wallClock: string, timezone: string): string | undefined {
  try {
    // The offset depends on the moment, and the moment on the offset: a first guess is corrected once.
    const guess = Date.parse(`${wallClock}Z`)
    const near = offsetAt(guess, timezone)
    return offsetAt(Date.parse(wallClock + near), timezone)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
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
