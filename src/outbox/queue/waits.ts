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
