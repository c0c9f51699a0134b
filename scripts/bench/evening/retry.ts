import { setTimeout as wait } from 'node:timers/promises'
import { CallRefused } from './line.ts'

/** Refusals that say nothing about what was sent: it goes again, as the app has it. */
const RETRIED = new Set([0, 408, 409, 423, 425, 429, 500, 502, 503, 504, 507])
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Does it again, after growing waits or those that the server asks for, until it is done or refused for good. */
export async function untilAnswered<T>(work: () => Promise<T>, ending: AbortSignal): Promise<T> {
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallRefused) || !RETRIED.has(error.status)) throw error
      const waitMs = Math.min(Math.max(pause, error.retryAfterMs), LONGEST_WAIT_MS)
      await wait(waitMs, undefined, { signal: ending })
    }
  }
}
