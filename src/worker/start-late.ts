import { filesAtHand } from './worker-link.ts'

/**
 * Starts something that no page needs at first, once the worker has the app's files. `load` gives the function that starts it.
 * Returns the function that ends it, or keeps it from starting.
 */
export function startLate(load: () => Promise<() => () => void>): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  const begin = async () => {
    await filesAtHand()
    const start = await load()
    if (!isOver) stop = start()
  }
  // Without a network its script cannot be loaded, and the page works without.
  begin().catch(() => undefined)
  return () => {
    isOver = true
    stop?.()
  }
}
