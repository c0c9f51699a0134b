import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Deck } from './deck.ts'

export interface CycleOptions {
  deck: Deck
  /** Gets a photo ready to be painted without delay; false: it cannot be had. Always settles. */
  load: (id: number) => Promise<boolean>
  onFadeOut: () => void
  onShow: (ids: readonly number[]) => void
}

interface Turn {
  ids: readonly number[]
  /** The photos that can be shown; absent until that is known. */
  loaded?: readonly number[]
}

/**
 * Shows the photos of a deck in turn: the first as soon as it is loaded, each next one when its time has come and it is loaded. A
 * photo that cannot be loaded is skipped. Call `update` when the deck has changed.
 */
export function runCycle({ deck, load, onFadeOut, onShow }: CycleOptions) {
  let preparing: Turn | undefined
  let ready: Turn | undefined
  let shown: readonly number[] = []
  let fading: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function prepare(): void {
    const ids = deck.peek()
    if (ids.length === 0 || isSame(ids, preparing?.ids)) return
    const turn: Turn = { ids }
    preparing = turn
    void Promise.all(ids.map(async (id) => ((await load(id)) ? [id] : []))).then((loaded) => {
      turn.loaded = loaded.flat()
      if (isStopped || preparing !== turn) return
      ready = turn
      if (shown.length === 0) show()
    })
  }

  function show(): void {
    fading = undefined
    if (!ready) return
    const { ids, loaded = [] } = ready
    ready = undefined
    preparing = undefined
    deck.take(ids)
    if (loaded.length > 0) {
      shown = loaded
      onShow(loaded)
    }
    prepare()
  }

  function tick(): void {
    prepare()
    if (!ready?.loaded || fading || isSame(ready.ids, shown)) return
    if (ready.loaded.length === 0) show()
    else {
      onFadeOut()
      fading = setTimeout(show, SLIDESHOW.fadeOutMs)
    }
  }

  const timer = setInterval(tick, SLIDESHOW.cycleMs)
  prepare()
  return {
    update: prepare,
    stop(): void {
      isStopped = true
      clearInterval(timer)
      clearTimeout(fading)
    },
  }
}

function isSame(a: readonly number[], b: readonly number[] | undefined): boolean {
  return a.length === b?.length && a.every((id, at) => id === b[at])
}
