import type { Exif } from './exif.ts'

/** What an upload says about when its photo was taken. */
export interface StatedTime {
  /** ISO 8601 with offset. */
  original_date: string
  /** IANA name of the zone the phone is in. */
  timezone: string
}

/**
 * When a photo was taken, ISO 8601 with offset on the photo's own wall clock: the camera's clock and
 * offset, the camera's clock in the phone's zone where it names no offset, or what the upload stated.
 */
export function captureTime(exif: Exif, { original_date, timezone }: StatedTime): string {
  if (!exif.takenAt) return original_date
  const offset = exif.offset ?? zoneOffset(exif.takenAt, timezone) ?? statedOffset(original_date)
  return `${exif.takenAt}${offset}`
}

/** How far a zone's clock is from UTC when it shows `wallClock`; undefined for a zone nobody knows. */
function zoneOffset(wallClock: string, timezone: string): string | undefined {
  try {
    // The offset is wanted of a moment that is itself only known through the offset: ask twice.
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
