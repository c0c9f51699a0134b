/** Chooses those that are shown together, of photos in the order of their turns. */
export type Choose = (inTurn: readonly number[]) => readonly number[]

/** The photos of a slideshow in the order in which they are shown, in a loop. */
export interface Deck {
  /**
   * Takes over the photos there are now, newest first: new ones are next, deleted ones leave. Gives those that came above the ones it
   * had, newest first; none where it had none.
   */
  update: (listed: readonly number[]) => readonly number[]
  /** The next photos, as they are chosen. */
  peek: () => readonly number[]
  /** Moves photos to the end, as they were shown. */
  take: (ids: readonly number[]) => void
  /**
   * Moves photos that cannot be had behind all others that wait. As many of those that were shown longest ago, which are at hand, are
   * next instead; false: there are none.
   */
  miss: (ids: readonly number[]) => boolean
}

/** The first so many. */
export function firstOf(count: number): Choose {
  return (inTurn) => inTurn.slice(0, count)
}

/** An empty deck. */
export function createDeck(choose: Choose): Deck {
  /** Those of this round that are still to be shown, and those that were. */
  let ahead: number[] = []
  let behind: number[] = []

  function arrange(next: number[], last: number[]): void {
    ahead = next.length > 0 ? next : last
    behind = next.length > 0 ? last : []
  }

  return {
    peek: () => choose([...ahead, ...behind]),
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
      return newest
    },
    take(ids) {
      const isLeft = (id: number) => !ids.includes(id)
      const taken = ids.filter((id) => ahead.includes(id) || behind.includes(id))
      arrange(ahead.filter(isLeft), [...behind.filter(isLeft), ...taken])
    },
    miss(ids) {
      const isLeft = (id: number) => !ids.includes(id)
      const missed = ids.filter((id) => ahead.includes(id) || behind.includes(id))
      const shown = behind.filter(isLeft)
      const again = shown.slice(0, ids.length)
      arrange([...again, ...ahead.filter(isLeft), ...missed], shown.slice(ids.length))
      return again.length > 0
    },
  }
}
