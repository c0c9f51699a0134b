const FIRST_MS = 1000
const LONGEST_MS = 60_000
/** So that the phones of one venue do not all come back in the same second. */
const JITTER = 0.2

/** Milliseconds to wait after `attempts` (from 1) in vain: 1, 2, 4 … 60 s, 20 % more or less, 60 s at most. */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const base = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS)
  return Math.min(Math.round(base * (1 - JITTER + 2 * JITTER * random())), LONGEST_MS)
}

/**
 * The same, counted from when the last try began: one that took `tookMs` to break off in silence has been a wait
 * itself. A second or so always lies between two.
 */
export function retryWaitMs(
  attempts: number,
  { tookMs, random }: { tookMs: number; random?: (() => number) | undefined },
): number {
  const delay = retryDelayMs(attempts, random)
  return Math.max(delay - Math.max(tookMs, 0), Math.min(delay, FIRST_MS))
}
