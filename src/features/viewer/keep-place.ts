interface Listed {
  id: number
}

/**
 * Where in a list as it is now the post stands that stood at a place before; where it has gone the next one that followed it, else the
 * nearest one in front of it. Where none of them is left it is the last of those that are there now. -1: there is none.
 */
export function keepPlace(before: readonly Listed[], at: number, now: readonly Listed[]): number {
  const places = new Map(now.map(({ id }, place) => [id, place]))
  const following = before.slice(at)
  const leading = before.slice(0, at).toReversed()
  for (const { id } of [...following, ...leading]) {
    const place = places.get(id)
    if (place !== undefined) return place
  }
  return now.length - 1
}
