import { lazy } from 'react'
import type { ComponentType } from 'react'
import { filesAtHand } from '../offline/worker-link.ts'

/**
 * A component that no page needs at first sight: its script comes once the app's files are at hand, so that a first visit does not
 * wait for it. Where it cannot be had, nothing is shown in its place.
 */
export function lateComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      await filesAtHand()
      return { default: await load() }
    } catch {
      // Without a network its script cannot be loaded.
      return { default: Nothing as ComponentType<Props> }
    }
  })
}

function Nothing() {
  return null
}
