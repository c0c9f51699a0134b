import { useSyncExternalStore } from 'react'
import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'

dayjs.extend(relativeTime)

const MINUTE_MS = 60_000

/** How long ago, in words that keep up with the clock; the full date as the tooltip. `iso` is ISO 8601. */
export function RelativeTime({ iso }: { iso: string }) {
  useSyncExternalStore(onEachMinute, () => Math.floor(Date.now() / MINUTE_MS))
  const time = dayjs(iso)
  // A phone whose clock runs behind must not read "in 2 minutes".
  const now = dayjs(Math.max(Date.now(), time.valueOf()))
  return (
    <time dateTime={iso} title={time.toDate().toLocaleString()}>
      {time.from(now)}
    </time>
  )
}

function onEachMinute(listener: () => void) {
  const timer = setInterval(listener, MINUTE_MS)
  return () => clearInterval(timer)
}
