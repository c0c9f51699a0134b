export interface RepeatOptions {
  /** Does what is due; gives when (epoch milliseconds) it wants to be called again, undefined: not by itself. */
  step: () => Promise<number | undefined>
  /** How long after the last call this goes on by itself. */
  budgetMs: number
  now?: () => number
  onError?: (error: unknown) => void
}

/** After a surprise, which no step should have. */
const AFTER_SURPRISE_MS = 10_000

/**
 * Makes a function that takes `step` now, and again whenever it is due, until it is not due any more or the budget is over.
 * A call while that goes on joins it, renews the budget and has a step taken at once.
 * It resolves with whether nothing is left to do, and never rejects.
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
        // Before anything else can call: a call that comes now starts anew.
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
