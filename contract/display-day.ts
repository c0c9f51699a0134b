import { dayjs } from './dayjs.ts'

const DAY = 'YYYY-MM-DD'

/**
 * A calendar day (`YYYY-MM-DD`) in words, the same in every time zone: as weekday, month day, year, or by a template of dayjs. ''
 * where there is no such day.
 */
export function displayDay(day: string, template = 'dddd, MMMM D, YYYY'): string {
  const date = dayjs.utc(day)
  // dayjs reads 31 February as a day of March.
  return date.format(DAY) === day ? date.format(template) : ''
}

/** A day as cards have it: `March 3, 2027`. Of a `YYYY-MM-DD`, also with a time after it, or of a moment (epoch milliseconds) here. */
export function cardDay(when: string | number): string {
  const day = typeof when === 'number' ? localDay(new Date(when)) : when.slice(0, DAY.length)
  return displayDay(day, 'MMMM D, YYYY')
}

/** A moment's day in the device's time zone, as `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  return dayjs(moment).format(DAY)
}
