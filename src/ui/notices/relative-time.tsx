import { useSyncExternalStore } from 'react'
import relativeTime from 'dayjs/plugin/relativeTime.js'
import updateLocale from 'dayjs/plugin/updateLocale.js'
import { dayjs } from '../../../contract/dayjs.ts'

const MINUTE_MS = 60_000
const JUST_NOW = 'just now'

dayjs.extend(updateLocale)
dayjs.extend(relativeTime, {
  // Only full units count: 119 minutes are one hour.
  rounding: Math.floor,
  thresholds: [
    { l: 's', r: 59, d: 'second' },
    { l: 'm', r: 1 },
    { l: 'mm', r: 59, d: 'minute' },
    { l: 'h', r: 1 },
    { l: 'hh', r: 23, d: 'hour' },
    { l: 'd', r: 1 },
    { l: 'dd', r: 29, d: 'day' },
    { l: 'M', r: 1 },
    { l: 'MM', r: 11, d: 'month' },
    { l: 'y', r: 1 },
    { l: 'yy', d: 'year' },
  ],
})
dayjs.updateLocale('en', {
  relativeTime: {
    future: 'in %s',
    past: (age: string) => (age === JUST_NOW ? age : `${age} ago`),
    s: JUST_NOW,
    m: '1 minute',
    mm: '%d minutes',
    h: '1 hour',
    hh: '%d hours',
    d: '1 day',
    dd: '%d days',
    M: '1 month',
    MM: '%d months',
    y: '1 year',
    yy: '%d years',
  },
})

/**
 * How long before `now` a time was (both epoch milliseconds), in words. Never in the future, even if this phone's clock is slow,
 * and a day is 24 hours also when summer time begins or ends.
 */
export function ageText(at: number, now: number): string {
  return dayjs.utc(Math.min(at, now)).from(dayjs.utc(now))
}

/** How long ago a time was, kept up to date; the full date as tooltip. `iso` is ISO 8601. */
export function RelativeTime({ iso }: { iso: string }) {
  useSyncExternalStore(onEachMinute, () => Math.floor(Date.now() / MINUTE_MS))
  const time = dayjs(iso)
  return (
    <time dateTime={iso} title={time.format('dddd, MMMM D, YYYY h:mm A')}>
      {ageText(time.valueOf(), Date.now())}
    </time>
  )
}

function onEachMinute(listener: () => void) {
  const timer = setInterval(listener, MINUTE_MS)
  return () => clearInterval(timer)
}
