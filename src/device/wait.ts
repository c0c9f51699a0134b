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
