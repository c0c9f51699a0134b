import { dayjs } from '../../../contract/dayjs.ts'

/** A moment on this device's wall clock: `2026-06-20T21:04:05.000+02:00`. */
export function localIsoTime(moment: Date): string {
  return dayjs(moment).format('YYYY-MM-DDTHH:mm:ss.SSSZ')
}
