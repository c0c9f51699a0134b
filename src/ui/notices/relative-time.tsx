import { useSyncExternalStore } from 'react'
import { dayjs } from '../../../contract/dayjs.ts'
import { ageText } from './age-text.ts'

const MINUTE_MS = 60_000

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
