/** Longer than a frame takes: a window that nobody sees may have none. */
const AT_LATEST_MS = 200

/** Resolves once the next frame is on its way to the screen. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, AT_LATEST_MS)
  })
}
