import { whenNeeded } from '../../ui/when-needed.ts'

const format = whenNeeded(
  () =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: '2-digit',
      timeZone: 'UTC',
    }),
)

/** A day (`YYYY-MM-DD`) as `MMM DD, YYYY`; the empty text where there is no such day. */
export function highlightDate(day: string): string {
  const time = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(time) ? '' : format().format(time)
}
