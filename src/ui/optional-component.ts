import { lazy } from 'react'
import type { ComponentType } from 'react'

/** Before the second try; each further wait is twice as long. */
const RETRY_MS = 5_000

/**
 * A component in a script of its own. As long as that cannot be had, the page goes on with what the `<Suspense>` around it shows
 * instead.
 */
export function optionalComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    for (let waitMs = RETRY_MS; ; waitMs *= 2) {
      try {
        return { default: await load() }
      } catch {
        // Without a network, and without a worker that has it.
        await online(waitMs)
      }
    }
  })
}

/** Resolves when the browser says that there is a network, which it may not notice, at the latest after a while. */
function online(withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, withinMs)
  })
}
