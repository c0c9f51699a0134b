import { dayjs } from './dayjs.ts'

/**
 * A calendar day (`YYYY-MM-DD`) in words, wherever the reader is: as weekday, month day, year, or as a template of dayjs says.
 * The empty text where there is no such day.
 */
export function displayDay(day: string, template = 'dddd, MMMM D, YYYY'): string {
  const date = dayjs.utc(day)
  // 31 February is read as a day of March.
  return date.format('YYYY-MM-DD') === day ? date.format(template) : ''
}
