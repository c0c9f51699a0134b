import { displayDay } from '../../../contract/display-day.ts'

/** The day of a `YYYY-MM-DD HH:mm:ss.SSS` as `MMMM D, YYYY`; the empty text where there is no such day. */
export function cardDate(eventDate: string): string {
  return displayDay(eventDate.slice(0, 'YYYY-MM-DD'.length), 'MMMM D, YYYY')
}
