/** The photos of a slideshow in the order in which they are shown, in a loop. */
export interface Deck {
  /**
   * Takes over the photos there are now, newest first: new ones are next, deleted ones leave. Those `unready` cannot be shown yet:
   * each is a new one when it is no longer among them, wherever it stands.
   */
  update: (listed: readonly number[], unready?: ReadonlySet<number>) => void
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
  /** All that were ever listed, and those of them that came, or were ready, after the others. */
  const seen = new Set<number>()
  const late = new Set<number>()

  function arrange(next: number[], last: number[]): void {
    ahead = next.length > 0 ? next : last
    behind = next.length > 0 ? last : []
  }

  return {
    peek: () => [...ahead, ...behind].slice(0, perView),
    update(listed, unready = new Set()) {
      // Older ones, loaded later, stand below it.
      const firstSeen = listed.findIndex((id) => seen.has(id))
      for (const [at, id] of listed.entries()) {
        if (unready.has(id) || (at < firstSeen && !seen.has(id))) late.add(id)
        seen.add(id)
      }
      const ready = listed.filter((id) => !unready.has(id))
      const known = new Set([...ahead, ...behind])
      const fresh = ready.filter((id) => !known.has(id))
      const newest = fresh.filter((id) => late.has(id))
      const older = fresh.filter((id) => !late.has(id))
      const present = new Set(ready)
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
