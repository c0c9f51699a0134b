import { whenNeeded } from './when-needed.ts'

const UNITS: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const format = whenNeeded(() => new Intl.RelativeTimeFormat('en'))

/** How long before another a time was (both epoch milliseconds), in words. A phone whose clock runs behind must not read "in 2 minutes". */
export function ageText(at: number, now: number): string {
  const seconds = Math.max(0, now - at) / 1000
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? []
  return unit && size ? format().format(-Math.floor(seconds / size), unit) : 'just now'
}
