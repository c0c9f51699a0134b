import { dayjs } from '../../../contract/dayjs.ts'
import { texts } from '../../../contract/texts.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Within a week its name tells a day. */
const NAMED_DAYS = 6

/** A moment (ISO 8601) on this device's clock: 'on Saturday at 20:00'. */
export function whenText(moment: string, nowMs: number): string {
  const at = dayjs(moment)
  const [time, { today, tomorrow, onDay }] = [at.format('HH:mm'), texts.reveal]
  const days = at.startOf('day').diff(dayjs(nowMs).startOf('day'), 'day')
  if (days === 0) return today(time)
  if (days === 1) return tomorrow(time)
  const isNear = days > 0 && days <= NAMED_DAYS
  return onDay(at.format(isNear ? 'dddd' : 'dddd, MMMM D'), time)
}

/** The time until a moment (ISO 8601): '3 h 12 min left'; of the last minute the seconds. */
export function leftText(moment: string, nowMs: number): string {
  const left = Date.parse(moment) - nowMs
  const { days, hours, minutes, seconds, soon, left: say } = texts.reveal
  if (left <= 0) return soon
  if (left < MINUTE_MS) return say(seconds(Math.ceil(left / SECOND_MS)))
  // Minutes that have begun count: a counter that says 1 min has not run out.
  const whole = Math.ceil(left / MINUTE_MS) * MINUTE_MS
  if (whole < HOUR_MS) return say(minutes(whole / MINUTE_MS))
  const hour = Math.floor((whole % DAY_MS) / HOUR_MS)
  if (whole < DAY_MS) return say(hours(hour, (whole % HOUR_MS) / MINUTE_MS))
  return say(days(Math.floor(whole / DAY_MS), hour))
}
