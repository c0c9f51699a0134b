interface RepeatOptions {
  /** Does what is due; gives when (epoch milliseconds) it wants to be called again; undefined: not by itself. */
  step: () => Promise<number | undefined>
  /** How long after the last call it goes on by itself. */
  budgetMs: number
  now?: () => number
  onError?: (error: unknown) => void
}

/** After an unexpected error of `step`. */
const AFTER_SURPRISE_MS = 10_000

/**
 * Makes a function that calls `step` now, and again whenever it is due, until it is not due any more or the budget is over. A
 * call while it runs joins it, renews the budget and has `step` called at once. Resolves with whether nothing is left to do;
 * never rejects.
 */
export function createRepeater({ step, budgetMs, now = Date.now, onError }: RepeatOptions) {
  let running: Promise<boolean> | undefined
  let deadline = 0
  let isCalled = false
  let wake: (() => void) | undefined

  async function run(): Promise<boolean> {
    for (;;) {
      isCalled = false
      const dueAt = await step().catch((error: unknown) => {
        onError?.(error)
        return now() + AFTER_SURPRISE_MS
      })
      if (isCalled) continue
      if (dueAt === undefined || dueAt > deadline) {
        // At once, so that the next call starts anew.
        running = undefined
        return dueAt === undefined
      }
      await sleep(dueAt - now())
    }
  }

  async function sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, Math.max(0, ms))
    })
    wake = undefined
  }

  return (): Promise<boolean> => {
    deadline = now() + budgetMs
    isCalled = true
    wake?.()
    running ??= run()
    return running
  }
}
