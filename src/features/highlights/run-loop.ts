import { HIGHLIGHT_LOOP } from '../../../contract/limits.ts'

export interface LoopOptions {
  /** How many pictures there are. */
  count: number
  /** The one that is shown already; undefined: none is. */
  shown: number | undefined
  /** Gets a picture ready to be painted at once; false: it cannot be. Always settles. */
  load: (index: number) => Promise<boolean>
  onShow: (index: number) => void
}

/**
 * Shows pictures one after the other, round and round: the first as soon as it is there, each next one when the one before has
 * been seen and it is loaded itself; what cannot be loaded loses its turn. Gives what stops it.
 */
export function runLoop({ count, shown, load, onShow }: LoopOptions): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const turn = () =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, HIGHLIGHT_LOOP.photoMs)
    })

  async function findNext(after: number): Promise<number | undefined> {
    for (let step = 1; step <= count; step += 1) {
      const index = (after + step) % count
      if (await load(index)) return index
      if (isStopped) return undefined
    }
    return undefined
  }

  async function run(): Promise<void> {
    let current = shown
    while (!isStopped) {
      const seen = current === undefined ? undefined : turn()
      const next = await findNext(current ?? -1)
      if (isStopped) return
      if (seen || next === undefined) await (seen ?? turn())
      if (isStopped || next === undefined || next === current) continue
      current = next
      onShow(next)
    }
  }

  if (count > 0) void run()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
