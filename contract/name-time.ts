import { readTime } from './taken-time.ts'
import type { TakenTime } from './taken-time.ts'

/** `2026-06-20 at 15.04.05`, `20260620_150405123` and what lies between them, in any language; of macOS also `3.04.05 PM`. */
const DAY_AND_TIME =
  /(?:^|\D)((?:19|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?:[-_T\s.]|\s\p{L}{1,5}\s)(\d{1,2})([-_.:]?)(\d\d)\5(\d\d)(?:[-_.]?\d{3})?(?!\d)(?:\s([AP]M))?/iu

/** A photo that WhatsApp has sent: the day, and which of that day's it is. */
const WHATSAPP_DAY = /^IMG-(\d{4})(\d\d)(\d\d)-WA\d/i

const MAX_NAME = 255

/**
 * When a photo was taken or sent, by the name that a camera or a messenger gave its file. Messengers take the EXIF data away, and the
 * file's own time is that of its download. Undefined for any other name.
 */
export function timeInName(name: string): TakenTime | undefined {
  const start = name.slice(0, MAX_NAME)
  const [, year, month, date, hours, , minutes, seconds, half] = DAY_AND_TIME.exec(start) ?? []
  if (year !== undefined) {
    // The camera of Pixel phones writes UTC.
    const offset = start.startsWith('PXL_') ? 'Z' : ''
    const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : hours
    const time = readTime(`${year}-${month}-${date} ${hour}:${minutes}:${seconds}`, offset)
    return time?.clock.includes('T') ? time : undefined
  }
  const day = WHATSAPP_DAY.exec(start)
  return day ? readTime(day.slice(1).join('-')) : undefined
}
