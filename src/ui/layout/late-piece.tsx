import { lazy, useState } from 'react'
import type { ComponentType } from 'react'

/** The wait before the second try; each further one is twice as long, up to the longest. */
const RETRY_MS = 5_000
const RETRY_MAX_MS = 30_000

type LatePiece<Props> = ComponentType<Props> & {
  /** Loads the script now; rejects where that fails. Then the piece is there as soon as it is rendered. */
  preload: () => Promise<void>
}

/**
 * A piece of a page in a script of its own. While this cannot be loaded, the page shows what the `<Suspense>` around the piece has
 * instead, and it is tried again. `after`: no page needs it before that.
 */
export function latePiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  after?: () => Promise<void>,
): LatePiece<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let wake: (() => void) | undefined

  // One try at a time: to `watchScripts` two failures are a reason to load the page anew.
  const preload = () => {
    loading ??= load()
      .then((loaded) => {
        Loaded = loaded
        wake?.()
      })
      .finally(() => (loading = undefined))
    return loading
  }

  const Lazy = lazy(async () => {
    await after?.().catch(() => undefined)
    for (let waitMs = RETRY_MS; !Loaded; waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)) {
      // No network, and no worker that has the script. What else is done for it: see `watchScripts`.
      await preload().catch(() => online(waitMs))
    }
    return { default: Loaded }
  })

  /** Resolves when the browser reports a network, when somebody else has loaded it, or after a while. */
  function online(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve
      addEventListener('online', () => resolve(), { once: true })
      setTimeout(resolve, withinMs)
    })
  }

  function Piece(props: Props) {
    // What is shown stays the same component, however it was loaded.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Shown {...props} />
  }

  return Object.assign(Piece, { preload })
}
