import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MOODS } from '../../../../src/features/slideshow/moods.ts'
import type { Mood } from '../../../../src/features/slideshow/moods.ts'
import { startShow } from '../../../../src/features/slideshow/show.ts'
import type { Frame } from '../../../../src/features/slideshow/show.ts'
import { columnsOf, idsOn } from '../../../../src/features/slideshow/wall.ts'

interface Seen {
  seconds: number
  frame: Frame
}

/** From the newest to 1. */
const upTo = (newest: number) => Array.from({ length: newest }, (_, at) => newest - at)
/** Of three photos two are tall. */
const mixed = (id: number) => (id % 3 === 0 ? 4 / 3 : 3 / 4)

/** Runs a slideshow on the fake clock; `shows` are its views, as `5.1 new 9`. */
function run(mood: Mood, ids: readonly number[], ratioOf = mixed, screenRatio = 16 / 9) {
  const start = Date.now()
  const seen: Seen[] = []
  const show = startShow({
    mood,
    ratioOf,
    screenRatio: () => screenRatio,
    load: async () => true,
    videoMs: () => 0,
    onFrame: (frame) => seen.push({ seconds: (Date.now() - start) / 1000, frame }),
  })
  show.update(ids)
  const shows = () =>
    seen
      .filter(({ frame }) => !frame.isFading)
      .map(({ seconds, frame: { view } }) =>
        [seconds, view.isNew ? 'new' : '', view.ids.join(' ')]
          .filter((part) => part !== '')
          .join(' '),
      )
  return { show, seen, shows }
}

beforeEach(() => void vi.useFakeTimers())

describe('a photo that has just come', () => {
  it.each(MOODS)('is alone and large for 8 s in the mood %s', async (mood) => {
    const { show, seen } = run(mood, upTo(20))
    await vi.advanceTimersByTimeAsync(17_000)
    show.update(upTo(21))
    await vi.advanceTimersByTimeAsync(20_000)
    const at = seen.findIndex(({ frame }) => frame.view.isNew)
    expect(seen[at]?.frame.view).toEqual({ ids: [21], isNew: true })
    expect(seen[at]!.seconds).toBeLessThanOrEqual(22)
    expect(seen[at + 1]!.frame.isFading).toBe(true)
    expect(seen[at + 1]!.seconds - seen[at]!.seconds).toBe(8)
  })

  it('comes soon, whatever is alone then', async () => {
    const { show, shows } = run('one', upTo(9), () => 1.5)
    await vi.advanceTimersByTimeAsync(1_000)
    show.update(upTo(10))
    await vi.advanceTimersByTimeAsync(5_500)
    show.update(upTo(11))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(shows().slice(0, 4)).toEqual(['0 9', '5 new 10', '9 new 11', '18 8'])
  })

  it('is followed by others that came, until all have had a turn', async () => {
    const { show, shows } = run('pairs', upTo(4))
    await vi.advanceTimersByTimeAsync(1_000)
    show.update(upTo(10))
    await vi.advanceTimersByTimeAsync(28_000)
    expect(shows()).toEqual(['0 4 3', '5 new 10', '9 new 9', '13 new 8', '22 7 6', '26 5 2'])
  })

  it('leaves the others a turn in a busy hour, in which none is forgotten', async () => {
    const { show, seen } = run('pairs', upTo(4))
    for (let newest = 5; newest <= 104; newest += 1) {
      await vi.advanceTimersByTimeAsync(6_000)
      show.update(upTo(newest))
    }
    await vi.advanceTimersByTimeAsync(600_000)
    const views = seen.filter(({ frame }) => !frame.isFading).map(({ frame }) => frame.view)
    const inRow = views.map((_, at) => views.slice(at, at + 4))
    expect(inRow.filter((four) => four.length === 4 && four.every(({ isNew }) => isNew))).toEqual(
      [],
    )
    expect(new Set(views.flatMap(({ ids }) => ids)).size).toBe(104)
  })

  it('that is deleted while it waits is not shown', async () => {
    const { show, seen } = run('pairs', upTo(4))
    await vi.advanceTimersByTimeAsync(1_000)
    show.update(upTo(5))
    show.update(upTo(4))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(seen.some(({ frame }) => frame.view.ids.includes(5))).toBe(false)
  })
})

describe('one large photo', () => {
  it('stays for 8 s', async () => {
    const { shows } = run('one', upTo(3), () => 1.5)
    await vi.advanceTimersByTimeAsync(19_000)
    expect(shows()).toEqual(['0 3', '9 2', '18 1'])
  })

  it('that is tall has tall ones beside it, three where they are slim', async () => {
    const ratios = [1.5, 0.75, 1.5, 0.75, 0.56, 0.56, 0.56]
    const { shows } = run('one', [0, 1, 2, 3, 4, 5, 6], (id) => ratios[id]!)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(shows().slice(0, 5)).toEqual(['0 0', '9 1 3', '18 2', '27 4 5 6', '36 0'])
  })
})

describe('the wall', () => {
  const onWall = ({ frame }: Seen) => idsOn(frame.wall)

  it('has twelve photos, of which two at most change at a time', async () => {
    const { seen } = run('wall', upTo(40))
    await vi.advanceTimersByTimeAsync(400_000)
    const walls = seen.map(onWall)
    expect(walls[0]).toHaveLength(12)
    for (const [at, wall] of walls.entries()) {
      expect(new Set(wall).size).toBe(12)
      const before = new Set(walls[Math.max(0, at - 1)])
      expect(wall.filter((id) => !before.has(id)).length).toBeLessThanOrEqual(2)
    }
    expect(new Set(walls.flat()).size).toBe(40)
  })

  it('gives tall photos the tall tiles', () => {
    const { seen } = run('wall', upTo(40), (id) => (id % 2 === 0 ? 0.75 : 1.5))
    return vi.advanceTimersByTimeAsync(100).then(() => {
      const columns = columnsOf(seen[0]!.frame.wall!)
      expect(columns.map((tiles) => tiles.length)).toEqual([2, 3, 2, 3, 2])
      const tall = columns.filter((tiles) => tiles.length === 2).flat()
      expect(tall.map(({ id }) => id! % 2)).toEqual([0, 0, 0, 0, 0, 0])
    })
  })

  it('has no tall tiles on the narrow screen of an old projector', async () => {
    const { seen } = run('wall', upTo(40), mixed, 4 / 3)
    await vi.advanceTimersByTimeAsync(100)
    const columns = columnsOf(seen[0]!.frame.wall!)
    expect(columns.map((tiles) => tiles.length)).toEqual([3, 3, 3, 3])
  })

  it('gets the tiles that its photos need while a new one covers it', async () => {
    const { show, seen } = run('wall', upTo(12), (id) => (id > 12 ? 0.75 : 1.5))
    await vi.advanceTimersByTimeAsync(1_000)
    show.update(upTo(40))
    await vi.advanceTimersByTimeAsync(60_000)
    const plans = seen.map(({ frame }) => frame.wall!.plan)
    const changes = seen.filter((_, at) => at > 0 && plans[at] !== plans[at - 1])
    expect(changes.map(({ frame }) => frame.view.isNew)).toEqual([true])
    const columns = columnsOf(seen.at(-1)!.frame.wall!)
    expect(columns.map((tiles) => tiles.length)).toContain(2)
  })

  it('takes in a new photo once it was large', async () => {
    const { show, seen } = run('wall', upTo(20))
    await vi.advanceTimersByTimeAsync(5_500)
    show.update(upTo(21))
    await vi.advanceTimersByTimeAsync(20_000)
    const at = seen.findIndex(({ frame }) => frame.view.isNew)
    expect(onWall(seen[at]!)).not.toContain(21)
    const next = seen.slice(at).find(({ frame }) => !frame.view.isNew)
    expect(onWall(next!)).toContain(21)
  })

  it('makes a place for each photo that comes, and moves no other', async () => {
    const { show, seen } = run('wall', upTo(2))
    const places = () =>
      columnsOf(seen.at(-1)!.frame.wall!).map((tiles) => tiles.map(({ id }) => id))
    await vi.advanceTimersByTimeAsync(1_000)
    for (let count = 3; count <= 12; count += 1) {
      const before = places()
      show.update(upTo(count))
      await vi.advanceTimersByTimeAsync(30_000)
      for (const [at, ids] of before.entries())
        expect(places()[at]!.slice(0, ids.length), `photo ${count}`).toEqual(ids)
      expect(places().flat()).toHaveLength(count)
    }
    const before = places().flat()
    show.update(upTo(12).filter((id) => id !== 5))
    const moved = places()
      .flat()
      .filter((id, at) => id !== before[at])
    expect(moved).toEqual([before.at(-1)])
  })

  it('grows with its photos, and closes the gap of one that was deleted', async () => {
    const { show, seen } = run('wall', upTo(3))
    await vi.advanceTimersByTimeAsync(1_000)
    show.update(upTo(4))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(new Set(onWall(seen.at(-1)!))).toEqual(new Set([1, 2, 3, 4]))
    show.update([4, 3, 1])
    expect(new Set(onWall(seen.at(-1)!))).toEqual(new Set([1, 3, 4]))
    expect(seen.at(-1)!.frame.wall!.tiles).toHaveLength(3)
  })
})

describe('an evening of twelve hours', () => {
  it.each(MOODS)('holds no more than is seen, in the mood %s', async (mood) => {
    let listed = upTo(30)
    let newest = 30
    let asked = 0
    let frame: Frame | undefined
    const seenTwice: number[] = []
    const show = startShow({
      mood,
      ratioOf: mixed,
      screenRatio: () => 16 / 9,
      load: async (id) => {
        asked += 1
        return id % 50 !== 0
      },
      videoMs: () => 0,
      onFrame: (next) => {
        frame = next
        const ids = next.wall && !next.view.isNew ? idsOn(next.wall) : next.view.ids
        if (new Set(ids).size !== ids.length) seenTwice.push(...ids)
      },
    })
    show.update(listed)
    let late = 0
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      // Photos come, fewer go, and addresses are renewed, which is an update without a change.
      for (let count = 0; count < 5; count += 1) listed = [(newest += 1), ...listed]
      listed = listed.filter((id) => (id * 7 + minute) % 211 !== 0)
      show.update(listed)
      show.update([...listed])
      await vi.advanceTimersByTimeAsync(60_000)
      const { view, before, wall } = frame!
      const held = view.ids.length + (before?.ids.length ?? 0)
      const tiles =
        wall?.tiles.flatMap(({ id, before: covered }) => [id ?? [], covered ?? []]) ?? []
      expect(held).toBeLessThanOrEqual(24)
      expect(tiles.flat().length).toBeLessThanOrEqual(12 + 2)
      expect(vi.getTimerCount()).toBeLessThanOrEqual(2)
      if (minute > 0 && !view.ids.some((id) => listed.includes(id))) late += 1
    }
    expect(seenTwice).toEqual([])
    expect(late).toBeLessThan(20)
    expect(asked).toBeLessThan(((12 * 3600) / 4) * 12)
    show.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
