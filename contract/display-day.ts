import { dayjs } from './dayjs.ts'

/**
 * A calendar day (`YYYY-MM-DD`) in words, the same in every time zone: as weekday, month day, year, or by a template of dayjs. ''
 * where there is no such day.
 */
export function displayDay(day: string, template = 'dddd, MMMM D, YYYY'): string {
  const date = dayjs.utc(day)
  // dayjs reads 31 February as a day of March.
  return date.format('YYYY-MM-DD') === day ? date.format(template) : ''
}

/** A moment's day in the device's time zone, as `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  return dayjs(moment).format('YYYY-MM-DD')
}
