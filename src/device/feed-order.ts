// Which posts a feed has, in which order, as pure functions of ids.

/**
 * The order of a feed's posts after the server has told of a stretch of it: those from the first to the last that it named are
 * as it said, what lies behind stays. `isTop`: it begins with the newest post; otherwise what lies before it stays as well.
 * A stretch that nothing kept belongs to comes in front.
 */
export function placeStretch(
  kept: readonly number[],
  stretch: readonly number[],
  isTop: boolean,
): number[] {
  const named = new Set(stretch)
  const last = kept.findLastIndex((id) => named.has(id))
  const first = isTop || last < 0 ? 0 : kept.findIndex((id) => named.has(id))
  return [...kept.slice(0, first), ...stretch, ...kept.slice(last + 1)]
}

/** Ids that are in the first order and not in the second. */
export function missingFrom(before: readonly number[], after: readonly number[]): number[] {
  const left = new Set(after)
  return before.filter((id) => !left.has(id))
}
