import { catchUp } from './downloads.ts'

/** Lets the pictures on the screen load first, and photos that come together be fetched together. */
const AFTER_MS = 2000

/** Completes a downloaded Orma soon after each `hint`, until `stop`. */
export function createCatchUp(event_hash: string, token: string | undefined) {
  const stop = new AbortController()
  const { signal } = stop
  /** Photos that had no large picture when they were asked for: that they have one is told live. */
  const asked = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  function run(): void {
    timer = undefined
    running = running.then(() =>
      signal.aborted ? undefined : catchUp(event_hash, { token, signal, asked }),
    )
  }

  return {
    /** `isAnew`: what was told live may have been missed. */
    hint(isAnew = false): void {
      if (isAnew) asked.clear()
      timer ??= setTimeout(run, AFTER_MS)
    },
    stop(): void {
      clearTimeout(timer)
      stop.abort()
    },
  }
}
