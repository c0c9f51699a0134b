const FIRST_MS = 1000
const LONGEST_MS = 60_000
/** So that the phones of one venue do not all come back in the same second. */
const JITTER = 0.2

/** Milliseconds to wait after `attempts` (from 1) in vain: 1, 2, 4 … 60 s, 20 % more or less, 60 s at most. */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const base = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS)
  return Math.min(Math.round(base * (1 - JITTER + 2 * JITTER * random())), LONGEST_MS)
}
