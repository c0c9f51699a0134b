/** A wait as a record keeps it, over the death of whoever waits. */
export interface Wait {
  /** Epoch milliseconds. */
  nextAt: number
  waitMs: number
}

export function waitFor(waitMs: number, now: number): Wait {
  return { nextAt: now + waitMs, waitMs }
}

/** Whether a wait is over. One that is longer now than it was meant to be is over too: the clock was put back. */
export function isDue({ nextAt, waitMs }: Wait, now: number): boolean {
  const left = nextAt - now
  return left <= 0 || left > waitMs
}
