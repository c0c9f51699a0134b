import type { RecentOrma } from '../../device/recent-ormas.ts'

/** The first list and then what only the second has. */
export function mergeOrmas(
  first: readonly RecentOrma[],
  second: readonly RecentOrma[],
): RecentOrma[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...second.filter(({ id }) => !ids.has(id))]
}
