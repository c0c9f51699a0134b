import { lazy } from 'react'
import type { ComponentType } from 'react'

/** The wait before the second try; each further one is twice as long. */
const RETRY_MS = 5_000

/**
 * A component in a script of its own. While the script cannot be loaded, the page shows what the `<Suspense>` around it has
 * instead.
 */
export function optionalComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    for (let waitMs = RETRY_MS; ; waitMs *= 2) {
      try {
        return { default: await load() }
      } catch {
        // No network, and no worker that has the script.
        await online(waitMs)
      }
    }
  })
}

/** Resolves when the browser reports a network, or after a while, as it may not notice. */
function online(withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, withinMs)
  })
}
