const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/**
 * A calendar day (`YYYY-MM-DD`) as weekday, month day, year; the empty text where there is no such day. Written out here: it takes a
 * phone some 40 ms to begin with `Intl`, and this is the first that a page shows.
 */
export function displayDay(day: string): string {
  const date = new Date(`${day}T00:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  const [weekday, month] = [WEEKDAYS[date.getUTCDay()], MONTHS[date.getUTCMonth()]]
  return `${weekday}, ${month} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}
