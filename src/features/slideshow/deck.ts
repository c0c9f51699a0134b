/** The photos of a slideshow in the order in which they are shown, in a loop. */
export interface Deck {
  /** Takes over the photos there are now, newest first: new ones are next, deleted ones leave. */
  update: (listed: readonly number[]) => void
  /** The next photos, each once: as many as are shown together, or all where there are fewer. */
  peek: () => number[]
  /** Moves photos to the end, as they were shown; ids that are not next are ignored. */
  take: (ids: readonly number[]) => void
}

/** An empty deck, of which `perView` photos are shown together. */
export function createDeck(perView: number): Deck {
  let order: number[] = []
  let next = 0

  function peek(): number[] {
    const count = Math.min(perView, order.length)
    return Array.from({ length: count }, (_, at) => order[(next + at) % order.length] ?? 0)
  }

  return {
    peek,
    update(listed) {
      const present = new Set(listed)
      const known = new Set(order)
      const firstKnown = listed.findIndex((id) => known.has(id))
      const isNew = (id: number) => !known.has(id)
      const newest = listed.slice(0, Math.max(0, firstKnown)).filter(isNew)
      const older = listed.slice(Math.max(0, firstKnown)).filter(isNew)
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
