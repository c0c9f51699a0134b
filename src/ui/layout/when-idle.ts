/** Safari has no idle callbacks: there a task waits this long instead. */
const SOON_MS = 200
const AT_LATEST_MS = 1000

/** Runs a task once the page has nothing else to do, after a second at the latest. Returns a function that calls it off. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, SOON_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: AT_LATEST_MS })
  return () => cancelIdleCallback(request)
}
