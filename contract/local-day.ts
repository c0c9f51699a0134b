import { dayjs } from './dayjs.ts'

/** A moment's day in the device's time zone, as `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  return dayjs(moment).format('YYYY-MM-DD')
}
