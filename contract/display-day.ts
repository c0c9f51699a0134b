const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** A calendar day (`YYYY-MM-DD`) as weekday, month day, year; the empty text where there is no such day. */
export function displayDay(day: string): string {
  const time = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(time) ? '' : DAY_FORMAT.format(time)
}
