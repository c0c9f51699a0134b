import { createDeck } from './deck.ts'
import type { Choose } from './deck.ts'
import { STAGE_IN_ROW, STAGE_WAITING } from './moods.ts'

/** What is on the screen at a time. */
export interface View {
  ids: readonly number[]
  /** It is one photo that has just come, large and alone. */
  isNew: boolean
}

interface ProgramOptions {
  choose: Choose
  /** A photo that was shown alone is next among the others, instead of last. */
  joinsNext: boolean
}

/** What a slideshow shows after one another: photos that have just come alone, the newest first, and all of them in their turns. */
export interface Program {
  /** Takes over the photos there are now, newest first. */
  update: (listed: readonly number[]) => void
  next: () => View
  /** Says that a view was shown. */
  done: (view: View) => void
  /** Says that nothing of a view can be had; false: nor is there anything to show instead. */
  miss: (view: View) => boolean
  /** Whether a photo that has just come waits to be shown. */
  isAwaited: () => boolean
}

export function createProgram({ choose, joinsNext }: ProgramOptions): Program {
  const deck = createDeck(choose)
  /** Newest first. Their turn in the deck is next, too. */
  let arrived: readonly number[] = []
  let inRow = 0
  return {
    update(listed) {
      const newest = deck.update(listed)
      const present = new Set(listed)
      const waiting = arrived.filter((id) => present.has(id))
      arrived = [...newest, ...waiting].slice(0, STAGE_WAITING)
    },
    next() {
      const isStage = arrived.length > 0 && inRow < STAGE_IN_ROW
      return isStage
        ? { ids: arrived.slice(0, 1), isNew: true }
        : { ids: deck.peek(), isNew: false }
    },
    done({ ids, isNew }) {
      inRow = isNew ? inRow + 1 : 0
      arrived = arrived.filter((id) => !ids.includes(id))
      if (!isNew || !joinsNext) deck.take(ids)
    },
    miss({ ids, isNew }) {
      arrived = arrived.filter((id) => !ids.includes(id))
      return isNew || deck.miss(ids)
    },
    isAwaited: () => arrived.length > 0,
  }
}
