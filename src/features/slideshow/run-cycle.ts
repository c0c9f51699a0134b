import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Deck } from './deck.ts'

interface CycleOptions {
  deck: Deck
  /** Gets a photo ready to be painted without delay; false: it cannot be had. Always settles. */
  load: (id: number) => Promise<boolean>
  /** How long a view stays at least, beyond the usual cycle; absent: no longer. */
  lengthMs?: (ids: readonly number[]) => number
  onFadeOut: () => void
  onShow: (ids: readonly number[]) => void
}

interface Turn {
  ids: readonly number[]
  /** Those that can be shown. */
  loaded: readonly number[]
}

/**
 * Shows the photos of a deck in turn: the first as soon as it is loaded, each next one when its time has come and it is loaded. A
 * photo that cannot be loaded is skipped, and tried again when its time has come. Call `update` when the deck has changed.
 */
export function runCycle({ deck, load, lengthMs, onFadeOut, onShow }: CycleOptions) {
  let preparing: readonly number[] | undefined
  let ready: Turn | undefined
  /** Turns are numbered from 1; none up to `passed` is shown any more. */
  let begun = 0
  let passed = 0
  let shown: readonly number[] = []
  let fading: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The time of the next tick, epoch milliseconds. */
  let nextAt = 0

  function tickIn(ms: number): void {
    clearTimeout(timer)
    nextAt = Date.now() + ms
    timer = setTimeout(tick, ms)
  }

  function prepare(): void {
    const ids = deck.peek()
    if (ids.length === 0 || isSame(ids, preparing)) return
    preparing = ids
    begun += 1
    const turn = begun
    void Promise.all(ids.map(async (id) => ((await load(id)) ? [id] : []))).then((loaded) => {
      // A turn ends only by a later one that is loaded: with many uploads the next begins before this one is.
      if (isStopped || turn <= passed) return
      passed = turn
      ready = { ids, loaded: loaded.flat() }
      if (shown.length === 0 && ready.loaded.length > 0) show()
    })
  }

  function show(): void {
    fading = undefined
    if (!ready) return
    const { ids, loaded } = ready
    ready = undefined
    preparing = undefined
    passed = begun
    deck.take(ids)
    if (loaded.length > 0) {
      shown = loaded
      const stayMs = lengthMs?.(loaded) ?? 0
      if (Date.now() + stayMs > nextAt) tickIn(stayMs)
      onShow(loaded)
    }
    prepare()
  }

  function tick(): void {
    tickIn(SLIDESHOW.cycleMs)
    prepare()
    if (!ready || fading || isSame(ready.ids, shown)) return
    // Of two photos one may not load: the other stays as it is, and both are tried again.
    if (ready.loaded.length === 0 || isSame(ready.loaded, shown)) show()
    else {
      onFadeOut()
      fading = setTimeout(show, SLIDESHOW.fadeOutMs)
    }
  }

  tickIn(SLIDESHOW.cycleMs)
  prepare()
  return {
    update: prepare,
    stop(): void {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(fading)
    },
  }
}

function isSame(a: readonly number[], b: readonly number[] | undefined): boolean {
  return a.length === b?.length && a.every((id, at) => id === b[at])
}
