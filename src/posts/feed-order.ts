// Which posts a feed has, in which order, as pure functions of ids.

/** Ids that are in the first order and not in the second. */
export function missingFrom(before: readonly number[], after: readonly number[]): number[] {
  const left = new Set(after)
  return before.filter((id) => !left.has(id))
}
