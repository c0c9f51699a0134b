import { displayDay } from '../../../contract/display-day.ts'
import type { RecentOrma } from '../../device/recent-ormas.ts'

/** The day of a `YYYY-MM-DD HH:mm:ss.SSS` as `MMMM D, YYYY`; '' where there is no such day. */
export function cardDate(eventDate: string): string {
  return displayDay(eventDate.slice(0, 'YYYY-MM-DD'.length), 'MMMM D, YYYY')
}

/** The first list, then what only the second has. */
export function mergeOrmas(
  first: readonly RecentOrma[],
  second: readonly RecentOrma[],
): RecentOrma[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...second.filter(({ id }) => !ids.has(id))]
}
