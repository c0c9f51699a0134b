import { filesAtHand } from './worker-link.ts'

/**
 * Begins something that no page needs at first sight, once the app's files are at hand; `load` gives what begins it. Gives what
 * ends it, or keeps it from beginning.
 */
export function startLate(load: () => Promise<() => () => void>): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  const begin = async () => {
    await filesAtHand()
    const start = await load()
    if (!isOver) stop = start()
  }
  // Without a network its script cannot be loaded; the page does without.
  begin().catch(() => undefined)
  return () => {
    isOver = true
    stop?.()
  }
}
