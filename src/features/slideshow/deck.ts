/** The photos of a slideshow in the order in which they are shown, in a loop. */
export interface Deck {
  /**
   * Takes over the photos there are now, newest first: new ones are next, deleted ones leave. Those `unready` cannot be shown yet:
   * each is a new one when it is no longer among them, wherever it stands.
   */
  update: (listed: readonly number[], unready?: ReadonlySet<number>) => void
  /** The next photos, each once: as many as are shown together, or all where there are fewer. */
  peek: () => number[]
  /** Moves photos to the end, as they were shown; ids that are not next are ignored. */
  take: (ids: readonly number[]) => void
}

/** An empty deck, of which `perView` photos are shown together. */
export function createDeck(perView: number): Deck {
  let order: number[] = []
  let next = 0
  /** All that were ever listed, and those of them that came, or were ready, after the others. */
  const seen = new Set<number>()
  const late = new Set<number>()

  function peek(): number[] {
    const count = Math.min(perView, order.length)
    return Array.from({ length: count }, (_, at) => order[(next + at) % order.length] ?? 0)
  }

  return {
    peek,
    update(listed, unready = new Set()) {
      // Older ones, loaded later, stand below it.
      const firstSeen = listed.findIndex((id) => seen.has(id))
      for (const [at, id] of listed.entries()) {
        if (unready.has(id) || (at < firstSeen && !seen.has(id))) late.add(id)
        seen.add(id)
      }
      const ready = listed.filter((id) => !unready.has(id))
      const known = new Set(order)
      const fresh = ready.filter((id) => !known.has(id))
      const newest = fresh.filter((id) => late.has(id))
      const older = fresh.filter((id) => !late.has(id))
      const present = new Set(ready)
      const behind = order.slice(0, next).filter((id) => present.has(id))
      const ahead = order.slice(next).filter((id) => present.has(id))
      order = [...behind, ...newest, ...ahead, ...older]
      next = behind.length % Math.max(1, order.length)
    },
    take(ids) {
      const isNext = peek().every((id, at) => id === ids[at])
      if (isNext && order.length > 0) next = (next + ids.length) % order.length
    },
  }
}
