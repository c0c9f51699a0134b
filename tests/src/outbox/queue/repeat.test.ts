import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRepeater } from '../../../../src/outbox/queue/repeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
describe('createRepeater', () => {
  it('takes a step again when it is due, until nothing is left', async () => {
    const dueIn = [1000, 2000, undefined]
    const times: number[] = []
    const start = Date.now()
    const repeat = createRepeater({
      budgetMs: 60_000,
      step: async () => {
        times.push(Date.now() - start)
        const next = dueIn.shift()
        return next === undefined ? undefined : Date.now() + next
      },
    })
    const done = repeat()
    await vi.runAllTimersAsync()
    expect(await done).toBe(true)
    expect(times).toEqual([0, 1000, 3000])
  })

  it('stops when its budget is over, and says that something is left', async () => {
    const repeat = createRepeater({ budgetMs: 5000, step: async () => Date.now() + 3000 })
    const done = repeat()
    await vi.runAllTimersAsync()
    expect(await done).toBe(false)
  })

  it('takes a step at once when it is called while it waits', async () => {
    let steps = 0
    const repeat = createRepeater({
      budgetMs: 60_000,
      step: async () => {
        steps += 1
        return steps < 2 ? Date.now() + 50_000 : undefined
      },
    })
    const first = repeat()
    await vi.advanceTimersByTimeAsync(10)
    await Promise.all([first, repeat()])
    expect(steps).toBe(2)
  })

  it('takes another step when it is called during the last one', async () => {
    let steps = 0
    let finish = () => {}
    const repeat = createRepeater({
      budgetMs: 1000,
      step: async () => {
        steps += 1
        if (steps === 1) await new Promise<void>((resolve) => (finish = resolve))
        return undefined
      },
    })
    const done = repeat()
    void repeat()
    finish()
    await done
    expect(steps).toBe(2)
  })

  it('tells of a surprise and goes on', async () => {
    const errors: unknown[] = []
    let steps = 0
    const repeat = createRepeater({
      budgetMs: 60_000,
      onError: (error) => errors.push(error),
      step: async () => {
        steps += 1
        if (steps === 1) throw new Error('surprise')
        return undefined
      },
    })
    const done = repeat()
    await vi.runAllTimersAsync()
    expect(await done).toBe(true)
    expect(errors).toHaveLength(1)
  })
})
