import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startHousekeeping } from '../../../server/app-jobs.ts'
import { collectLog } from '../../support/api.ts'

const TEN_MINUTES = 10 * 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('housekeeping begins every ten minutes, once at a time, also after a failure', async () => {
  let begun = 0
  const slow = Promise.withResolvers<void>()
  const logged: Parameters<typeof collectLog>[0] = []
  const stop = startHousekeeping(collectLog(logged), {
    failing: () => Promise.reject(new Error('disk')),
    slow: () => {
      begun += 1
      return slow.promise
    },
  })
  await vi.advanceTimersByTimeAsync(2 * TEN_MINUTES)
  expect(begun).toBe(1)
  slow.resolve()
  await vi.advanceTimersByTimeAsync(TEN_MINUTES)
  expect(begun).toBe(2)
  expect(logged.map(({ details }) => details)).toMatchObject([
    { task: 'failing' },
    { task: 'failing' },
  ])
  stop()
})
