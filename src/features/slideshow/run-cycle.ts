import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Program, View } from './program.ts'

interface CycleOptions {
  program: Pick<Program, 'next' | 'done' | 'miss'>
  /** Gets a photo of a view ready to be painted without delay; false: it cannot be had. Always settles. */
  load: (id: number, view: View) => Promise<boolean>
  /** How long a view stays at least, beyond the usual cycle; absent: no longer. May become less. */
  lengthMs?: (view: View) => number
  onFadeOut: () => void
  onShow: (view: View) => void
}

interface Turn {
  view: View
  /** With those that can be shown. */
  loaded: View
}

const NOTHING: View = { ids: [], isNew: false }

/**
 * Shows the views of a program in turn: the first as soon as it is loaded, each next one when its time has come and it is loaded. A
 * photo that cannot be loaded is skipped, and tried again when its time has come; where the line is lost, those that were shown go
 * round. Call `update` when the program has changed.
 */
export function runCycle({ program, load, lengthMs, onFadeOut, onShow }: CycleOptions) {
  let preparing = NOTHING
  let ready: Turn | undefined
  /** Turns are numbered from 1; none up to `passed` is shown any more. */
  let begun = 0
  let passed = 0
  let shown = NOTHING
  let shownAt = 0
  /** When the next tick is without the view's length, epoch milliseconds. */
  let usualAt = 0
  let fading: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The time of the next tick, epoch milliseconds. */
  let nextAt = 0

  function tickAt(time: number): void {
    clearTimeout(timer)
    nextAt = time
    timer = setTimeout(tick, time - Date.now())
  }

  function prepare(): void {
    const view = program.next()
    if (view.ids.length === 0 || isSame(view, preparing)) return
    preparing = view
    begun += 1
    const turn = begun
    const each = view.ids.map(async (id) => ((await load(id, view)) ? [id] : []))
    void Promise.all(each).then((loaded) => {
      // A turn ends only by a later one that is loaded: with many uploads the next begins before this one is.
      if (isStopped || turn <= passed) return
      passed = turn
      const ids = loaded.flat()
      if (ids.length === 0) return skip(view, turn)
      ready = { view, loaded: { ...view, ids } }
      if (shown.ids.length === 0) show()
    })
  }

  /** Without another to show at once, it is tried again in the next cycle. */
  function skip(view: View, turn: number): void {
    const hasOther = program.miss(view)
    if (turn < begun) return
    preparing = NOTHING
    if (hasOther) prepare()
  }

  function show(): void {
    fading = undefined
    if (!ready) return
    const { view, loaded } = ready
    ready = undefined
    preparing = NOTHING
    passed = begun
    program.done(view)
    shown = loaded
    shownAt = Date.now()
    usualAt = nextAt
    stay()
    onShow(loaded)
    prepare()
  }

  /** Has what is shown stay for its length, as it is now. */
  function stay(): void {
    if (shown.ids.length === 0) return
    const until = Math.max(usualAt, shownAt + (lengthMs?.(shown) ?? 0))
    if (until !== nextAt) tickAt(Math.max(until, Date.now()))
  }

  function tick(): void {
    tickAt(Date.now() + SLIDESHOW.cycleMs)
    usualAt = nextAt
    prepare()
    if (!ready || fading || isSame(ready.view, shown)) return
    // Of two photos one may not load: the other stays as it is, and both are tried again.
    if (isSame(ready.loaded, shown)) show()
    else {
      onFadeOut()
      fading = setTimeout(show, SLIDESHOW.fadeOutMs)
    }
  }

  tickAt(Date.now() + SLIDESHOW.cycleMs)
  prepare()
  return {
    update(): void {
      prepare()
      stay()
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(fading)
    },
  }
}

function isSame(one: View, other: View): boolean {
  return (
    one.isNew === other.isNew &&
    one.ids.length === other.ids.length &&
    one.ids.every((id, at) => id === other.ids[at])
  )
}
