import { displayDay, localDay } from '../../../contract/display-day.ts'

/** A day (`YYYY-MM-DD`), or the day of a moment on this device, as home's cards have it: `March 3, 2027`. */
export function deletionDayText(when: string | number): string {
  const day = typeof when === 'number' ? localDay(new Date(when)) : when
  return displayDay(day, 'MMMM D, YYYY')
}
