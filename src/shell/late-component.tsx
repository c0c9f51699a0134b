import type { ComponentType } from 'react'
import { filesAtHand } from '../worker/worker-link.ts'
import { optionalComponent } from '../ui/optional-component.ts'

/**
 * A component that no page needs at first. Its script is loaded once the worker has the app's files, so that a first visit does
 * not wait for it.
 */
export function lateComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return optionalComponent(async () => {
    await filesAtHand()
    return load()
  })
}
