import { whenNeeded } from '../../ui/when-needed.ts'

const dayFormat = whenNeeded(
  () =>
    new Intl.DateTimeFormat('en-US', {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    }),
)
const hourFormat = whenNeeded(
  () => new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }),
)

/** An hour of a photo's own clock (`YYYY-MM-DDTHH`) in words: "Friday, November 20" and "6 PM". */
export function hourWords(timeslot: string): { day: string; hour: string } {
  const time = Date.parse(`${timeslot}:00Z`)
  if (Number.isNaN(time)) return { day: '', hour: timeslot }
  return { day: dayFormat().format(time), hour: hourFormat().format(time) }
}
