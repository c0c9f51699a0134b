import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDeck, firstOf } from '../../../../src/features/slideshow/deck.ts'
import type { View } from '../../../../src/features/slideshow/program.ts'
import { runCycle } from '../../../../src/features/slideshow/run-cycle.ts'

/** A slideshow that notes, in seconds from its start, what happens on it. */
function startCycle(
  ids: readonly number[],
  load: (id: number) => Promise<boolean> = async () => true,
  lengthMs?: (view: View) => number,
) {
  const start = Date.now()
  const seen: [seconds: number, what: string][] = []
  const note = (what: string) => seen.push([(Date.now() - start) / 1000, what])
  const deck = createDeck(firstOf(2))
  deck.update(ids)
  const cycle = runCycle({
    program: {
      next: () => ({ ids: deck.peek(), isNew: false }),
      done: (view) => deck.take(view.ids),
      miss: (view) => deck.miss(view.ids),
    },
    load,
    ...(lengthMs && { lengthMs }),
    onFadeOut: () => note('fade out'),
    onShow: (shown) => note(shown.ids.join(' ')),
  })
  return { deck, cycle, seen, shows: () => seen.filter(([, what]) => what !== 'fade out') }
}

describe('runCycle', () => {
  beforeEach(() => void vi.useFakeTimers())

  // Specification: 4.36, 9.14
  it('shows two photos, fades out every 4 s and shows two more 1 s later', async () => {
    const { seen } = startCycle([4, 3, 2, 1])
    await vi.advanceTimersByTimeAsync(9_500)
    expect(seen).toEqual([
      [0, '4 3'],
      [4, 'fade out'],
      [5, '2 1'],
      [8, 'fade out'],
      [9, '4 3'],
    ])
  })

  it('leaves a video on the wall for its length, then goes on as before', async () => {
    const all = async () => true
    const lengthMs = ({ ids }: View) => (ids.includes(2) ? 9_000 : 1_000)
    const { seen } = startCycle([4, 3, 2, 1], all, lengthMs)
    await vi.advanceTimersByTimeAsync(20_500)
    expect(seen).toEqual([
      [0, '4 3'],
      [4, 'fade out'],
      [5, '2 1'],
      [14, 'fade out'],
      [15, '4 3'],
      [18, 'fade out'],
      [19, '2 1'],
    ])
  })

  it('leaves one of two photos in the light where the other cannot be loaded', async () => {
    const { seen } = startCycle([2, 1], async (id) => id === 2)
    await vi.advanceTimersByTimeAsync(20_500)
    expect(seen.filter(([, what]) => what !== '2')).toEqual([])
    expect(seen.length).toBeGreaterThan(0)
  })

  it('brings a new photo onto the wall within 5 s, whenever it comes', async () => {
    for (let at = 0; at < 4_000; at += 250) {
      const { deck, cycle, seen } = startCycle([4, 3, 2, 1])
      await vi.advanceTimersByTimeAsync(4_000 + at)
      deck.update([9, 4, 3, 2, 1])
      cycle.update()
      await vi.advanceTimersByTimeAsync(5_000)
      cycle.stop()
      expect(
        seen.some(([, what]) => what.startsWith('9')),
        `new ${at} ms into a cycle`,
      ).toBe(true)
    }
  })

  it('waits for photos that are still loading, and leaves out those that cannot be loaded', async () => {
    let arrive: (isThere: boolean) => void = () => undefined
    const slow = new Promise<boolean>((resolve) => {
      arrive = resolve
    })
    const { shows } = startCycle([6, 5, 4, 3, 2, 1], async (id) => {
      if (id === 4) return slow
      return id !== 2 && id !== 1
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shows()).toEqual([[0, '6 5']])
    arrive(false)
    await vi.advanceTimersByTimeAsync(12_000)
    expect(shows().map(([, what]) => what)).toEqual(['6 5', '3', '6 5', '3'])
  })

  it('goes round those that were shown while the line is lost', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => 40 - at)
    let isOnline = true
    const { shows } = startCycle(ids, async (id) => isOnline || id > 34)
    await vi.advanceTimersByTimeAsync(9_500)
    isOnline = false
    await vi.advanceTimersByTimeAsync(20_000)
    isOnline = true
    await vi.advanceTimersByTimeAsync(8_000)
    expect(shows()).toEqual([
      [0, '40 39'],
      [5, '38 37'],
      [9, '36 35'],
      [13, '34 33'],
      [17, '40 39'],
      [21, '38 37'],
      [25, '36 35'],
      [29, '40 39'],
      [33, '38 37'],
      [37, '22 21'],
    ])
  })

  it('asks once a cycle for photos of which none can be loaded', async () => {
    let asked = 0
    let isThere = false
    const load = async () => {
      asked += 1
      return isThere
    }
    const { shows } = startCycle([1], load)
    await vi.advanceTimersByTimeAsync(7_000)
    expect(asked).toBeLessThan(5)
    isThere = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shows()).toEqual([[8, '1']])
  })

  it('goes on while photos come faster than they load, and shows each once', async () => {
    const load = (id: number) =>
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), id > 2 ? 1_500 : 0))
    const { deck, cycle, shows } = startCycle([2, 1], load)
    const ids = [2, 1]
    for (let id = 3; id < 33; id += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      ids.unshift(id)
      deck.update(ids)
      cycle.update()
    }
    expect(shows().map(([seconds]) => seconds)).toEqual([0, 5, 9, 13, 17, 21, 25, 29])
    const photos = shows().flatMap(([, what]) => what.split(' '))
    expect(new Set(photos).size).toBe(photos.length)
  })

  it('keeps still while there are no others to show', async () => {
    const { seen } = startCycle([2, 1])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(seen).toEqual([[0, '2 1']])
  })

  it('begins with the first photo of an empty Orma as soon as there is one', async () => {
    const { deck, cycle, seen } = startCycle([])
    await vi.advanceTimersByTimeAsync(6_000)
    deck.update([1])
    cycle.update()
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual([[6, '1']])
  })

  it('does nothing more once it is stopped, and leaves no timer behind', async () => {
    const { cycle, seen } = startCycle([4, 3, 2, 1])
    await vi.advanceTimersByTimeAsync(4_500)
    cycle.stop()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(seen.map(([, what]) => what)).toEqual(['4 3', 'fade out'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
