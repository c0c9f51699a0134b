import { dayjs } from './dayjs.ts'

/** A moment's day on the user's own calendar, as `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  return dayjs(moment).format('YYYY-MM-DD')
}
