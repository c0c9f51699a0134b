import type { ApiError } from '../../api/api-error.ts'

/** A wait as it is stored, so that it outlives whoever waits. */
export interface Wait {
  /** Epoch milliseconds. */
  nextAt: number
  waitMs: number
}

export function waitFor(waitMs: number, now: number): Wait {
  return { nextAt: now + waitMs, waitMs }
}

/** Whether a wait is over. One that is longer now than it was at its beginning is over too: the clock was put back. */
export function isDue({ nextAt, waitMs }: Wait, now: number): boolean {
  const left = nextAt - now
  return left <= 0 || left > waitMs
}

const FIRST_MS = 1000
/** The next try waits no longer than this, whoever asks for more. */
const LONGEST_WAIT_MS = 60_000
/** Spreads the retries of the phones at one venue. */
const JITTER = 0.2

/** Milliseconds to wait after `attempts` (from 1) failures: 1, 2, 4 … 60 s, each 20 % more or less, 60 s at most. */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const base = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)
  return Math.min(Math.round(base * (1 - JITTER + 2 * JITTER * random())), LONGEST_WAIT_MS)
}

/**
 * The same, less the `tookMs` of the last try: one that hung in silence was a wait itself. At least about a second, so that tries
 * do not follow each other directly.
 */
export function retryWaitMs(
  attempts: number,
  { tookMs, random }: { tookMs: number; random?: (() => number) | undefined },
): number {
  const delay = retryDelayMs(attempts, random)
  return Math.max(delay - Math.max(tookMs, 0), Math.min(delay, FIRST_MS))
}

/** Milliseconds that an answer asks to wait, 60 s at most; undefined: it asks for no wait. */
export function askedWaitMs({
  retryAfterSeconds,
}: Pick<ApiError, 'retryAfterSeconds'>): number | undefined {
  return retryAfterSeconds && Math.min(retryAfterSeconds * 1000, LONGEST_WAIT_MS)
}
