import { eventTime } from '../../../contract/rules.ts'
import { whenNeeded } from '../../ui/when-needed.ts'

const format = whenNeeded(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
)

/** The day of a `YYYY-MM-DD HH:mm:ss.SSS` as `MMMM D, YYYY`; the empty text where there is no such day. */
export function cardDate(eventDate: string): string {
  const time = eventTime(eventDate)
  return Number.isNaN(time) ? '' : format().format(time)
}
