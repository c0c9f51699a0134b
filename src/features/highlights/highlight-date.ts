import { displayDay } from '../../../contract/display-day.ts'

/** A day (`YYYY-MM-DD`) as `MMM DD, YYYY`; '' where there is no such day. */
export function highlightDate(day: string): string {
  return displayDay(day, 'MMM DD, YYYY')
}
