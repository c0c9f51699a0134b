import type { Log } from '../log.ts'

const EVERY_MS = 10 * 60_000

/** Does each task now and every ten minutes, unless it is still at work, one after the other; one that fails is logged. Returns how to stop. */
export function startHousekeeping(
  log: Log,
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
): () => void {
  let isAtWork = false
  const keepHouse = async () => {
    if (isAtWork) return
    isAtWork = true
    for (const [task, work] of Object.entries(tasks)) {
      try {
        await work()
      } catch (error) {
        log.error('housekeeping failed', { task, error })
      }
    }
    isAtWork = false
  }
  void keepHouse()
  const timer = setInterval(() => void keepHouse(), EVERY_MS).unref()
  return () => clearInterval(timer)
}
