import { catchUp } from './downloads.ts'

/** Pictures do not compete with what is looked at, and of several photos that come together all are fetched at once. */
const AFTER_MS = 2000

/** Has an Orma that stays on this device be whole again, soon after `hint`. */
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
