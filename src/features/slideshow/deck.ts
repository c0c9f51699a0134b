/** The photos of a slideshow in the order in which they are shown, in a loop. */
export interface Deck {
  /** Takes over the photos there are now, newest first: new ones are next, deleted ones leave. */
  update: (listed: readonly number[]) => void
  /** The next photos, each once: as many as are shown together, or all where there are fewer. */
  peek: () => number[]
  /** Moves photos to the end, as they were shown. */
  take: (ids: readonly number[]) => void
}

/** An empty deck, of which `perView` photos are shown together. */
export function createDeck(perView: number): Deck {
  /** Those of this round that are still to be shown, and those that were. */
  let ahead: number[] = []
  let behind: number[] = []

  function arrange(next: number[], last: number[]): void {
    ahead = next.length > 0 ? next : last
    behind = next.length > 0 ? last : []
  }

  return {
    peek: () => [...ahead, ...behind].slice(0, perView),
    update(listed) {
      const known = new Set([...ahead, ...behind])
      const isFresh = (id: number) => !known.has(id)
      // Older ones, loaded later, stand below it.
      const end = listed.findLastIndex((id) => known.has(id)) + 1
      const newest = listed.slice(0, end).filter(isFresh)
      const older = listed.slice(end).filter(isFresh)
      const present = new Set(listed)
      const stays = (id: number) => present.has(id)
      arrange([...newest, ...ahead.filter(stays), ...older], behind.filter(stays))
    },
    take(ids) {
      const isLeft = (id: number) => !ids.includes(id)
      const taken = ids.filter((id) => ahead.includes(id) || behind.includes(id))
      arrange(ahead.filter(isLeft), [...behind.filter(isLeft), ...taken])
    },
  }
}
