import { lazy } from 'react'
import type { ComponentType } from 'react'

/** A component in a script of its own. Where that cannot be had, the other or nothing is shown in its place, and the page goes on. */
export function optionalComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType = Nothing,
) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      // Without a network, and without a worker that has it.
      return { default: instead as ComponentType<Props> }
    }
  })
}

function Nothing() {
  return null
}
