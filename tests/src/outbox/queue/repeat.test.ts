import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRepeater } from '../../../../src/outbox/queue/upload-work.ts'

/** When steps were taken, in milliseconds from the start. */
let times: number[]

beforeEach(() => {
  vi.useFakeTimers()
  times = []
})

/** Repeats a step that says, by how many were before it, in how many milliseconds the next one is due. */
function repeating(dueIn: (before: number) => Promise<number | undefined>, budgetMs = 60_000) {
  const start = Date.now()
  return createRepeater(async () => {
    times.push(Date.now() - start)
    const ms = await dueIn(times.length - 1)
    return ms === undefined ? undefined : Date.now() + ms
  }, budgetMs)
}

describe('createRepeater', () => {
  it('takes a step again when it is due, until nothing is left', async () => {
    const done = repeating(async (before) => [1000, 2000][before])()
    await vi.runAllTimersAsync()
    expect(await done).toBe(true)
    expect(times).toEqual([0, 1000, 3000])
  })

  it('stops when its budget is over, and says that something is left', async () => {
    const done = repeating(async () => 3000, 5000)()
    await vi.runAllTimersAsync()
    expect(await done).toBe(false)
  })

  it('takes a step at once when it is called while it waits', async () => {
    const repeat = repeating(async (before) => [50_000][before])
    const first = repeat()
    await vi.advanceTimersByTimeAsync(10)
    await Promise.all([first, repeat()])
    expect(times).toEqual([0, 10])
  })

  it('takes another step when it is called during the last one', async () => {
    const { promise, resolve: finish } = Promise.withResolvers<undefined>()
    const repeat = repeating((before) => (before === 0 ? promise : Promise.resolve(undefined)))
    const done = repeat()
    void repeat()
    finish(undefined)
    await done
    expect(times).toHaveLength(2)
  })

  it('tells of a surprise and goes on', async () => {
    const surprise = new Error('surprise')
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const done = repeating(async (before) => {
      if (before === 0) throw surprise
      return undefined
    })()
    await vi.runAllTimersAsync()
    expect(await done).toBe(true)
    expect(told.mock.calls).toEqual([[surprise]])
  })
})
