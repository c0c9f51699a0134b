import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runLoop } from '../../../src/features/highlights/run-loop.ts'

/** A loop that notes, in seconds from its start, which picture is shown. */
function startLoop({
  count = 3,
  shown = undefined as number | undefined,
  load = async (_index: number) => true,
} = {}) {
  const start = Date.now()
  const seen: [seconds: number, index: number][] = []
  const onShow = (index: number) => void seen.push([(Date.now() - start) / 1000, index])
  return { seen, stop: runLoop({ count, shown, load, onShow }) }
}

const later = (ms: number, result: boolean) =>
  new Promise<boolean>((resolve) => setTimeout(() => resolve(result), ms))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('runLoop', () => {
  it('shows each picture for two seconds, round and round', async () => {
    const { seen } = startLoop()
    await vi.advanceTimersByTimeAsync(8_500)
    expect(seen).toEqual([
      [0, 0],
      [2, 1],
      [4, 2],
      [6, 0],
      [8, 1],
    ])
  })

  it('loads the next picture while one is seen, and waits for one that is slow', async () => {
    const { seen } = startLoop({ load: (index) => later(index === 1 ? 3_000 : 500, true) })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(seen).toEqual([
      [0.5, 0],
      [3.5, 1],
      [5.5, 2],
    ])
  })

  it('passes over what cannot be loaded, also at first', async () => {
    const { seen } = startLoop({ load: async (index) => index !== 0 })
    await vi.advanceTimersByTimeAsync(4_500)
    expect(seen).toEqual([
      [0, 1],
      [2, 2],
      [4, 1],
    ])
  })

  it('tries again where nothing at all can be loaded', async () => {
    let isThere = false
    const { seen } = startLoop({ load: async () => isThere })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(seen).toEqual([])
    isThere = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(seen).toHaveLength(1)
  })

  it('goes on from the picture that is shown, and leaves a single one where it is', async () => {
    const goingOn = startLoop({ shown: 1 })
    const single = startLoop({ count: 1 })
    await vi.advanceTimersByTimeAsync(4_500)
    expect(goingOn.seen).toEqual([
      [2, 2],
      [4, 0],
    ])
    expect(single.seen).toEqual([[0, 0]])
  })

  it('shows nothing more once it is stopped, and leaves no timer', async () => {
    const { seen, stop } = startLoop({ load: () => later(100, true) })
    await vi.advanceTimersByTimeAsync(1_000)
    stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
