const LOOK_AGAIN_MS = 1_000

/** Resolves when `isSo` holds, which is looked at each second. */
export function when(isSo: () => boolean): Promise<void> {
  if (isSo()) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isSo()) return
      clearInterval(timer)
      resolve()
    }, LOOK_AGAIN_MS)
  })
}
