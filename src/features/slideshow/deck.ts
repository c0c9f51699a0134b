/** The photos of a slideshow in the order of their turns, which begins anew behind the last one. */
export interface Deck {
  /** Takes on the photos there are now, newest first: new ones have their turn next, gone ones none any more. */
  update: (listed: readonly number[]) => void
  /** The photos whose turn is next, each once: as many as are on view together, or all where there are fewer. */
  peek: () => number[]
  /** Their turn is over; photos whose turn is not next are left alone. */
  take: (ids: readonly number[]) => void
}

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
