import { catchUp } from './downloads.ts'

/** Lets the pictures on the screen load first, and photos that come together be fetched together. */
const AFTER_MS = 2000

/** Completes a downloaded Orma soon after each `hint`, until `stop`. */
export function createCatchUp(event_hash: string, token: string | undefined) {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  function run(): void {
    timer = undefined
    running = running.then(() =>
      signal.aborted ? undefined : catchUp(event_hash, { token, signal }),
    )
  }

  return {
    hint(): void {
      timer ??= setTimeout(run, AFTER_MS)
    },
    stop(): void {
      clearTimeout(timer)
      stop.abort()
    },
  }
}
