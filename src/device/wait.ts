/** Resolves after so many milliseconds, in a task of its own: with 0, a slow phone answers touches in between. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const LOOK_AGAIN_MS = 1_000

/** Resolves when `isSo` holds, which is looked at each second. */
export function pollUntil(isSo: () => boolean): Promise<void> {
  if (isSo()) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isSo()) return
      clearInterval(timer)
      resolve()
    }, LOOK_AGAIN_MS)
  })
}

/** Storage may hang, in Safari for ever. Nobody waits for it longer. */
const WITHIN_MS = 1500

/**
 * What storage gives; undefined where it takes too long, is forbidden or in trouble. What took too long may still be done later.
 * `withinMs`: for work of which much is to be expected.
 */
export function inTime<T>(work: Promise<T>, withinMs = WITHIN_MS): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, withinMs))
  return Promise.race([work, late]).catch(() => undefined)
}
