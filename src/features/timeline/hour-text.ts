import { dayjs } from '../../../contract/dayjs.ts'

/** An hour in local time of the photo (`YYYY-MM-DDTHH`) in words: "Friday, November 20" and "6 PM". */
export function hourText(timeslot: string): { day: string; hour: string } {
  const time = dayjs.utc(timeslot)
  if (!time.isValid()) return { day: '', hour: timeslot }
  return { day: time.format('dddd, MMMM D'), hour: time.format('h A') }
}
