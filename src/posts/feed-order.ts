// The order of a feed, as pure functions of ids.

/** Ids that are in `before` and not in `after`. */
export function missingFrom(before: readonly number[], after: readonly number[]): number[] {
  const left = new Set(after)
  return before.filter((id) => !left.has(id))
}
