import { describe, expect, it } from 'vitest'
import { retryDelayMs } from '../../../../src/outbox/queue/retry-delay.ts'

describe('retryDelayMs', () => {
  it('doubles from 1 s to 60 s', () => {
    const delays = [1, 2, 3, 6, 7, 100].map((attempts) => retryDelayMs(attempts, () => 0.5))
    expect(delays).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
  })

  it('spreads by 20 % to either side, never beyond 60 s', () => {
    expect([0, 1].map((random) => retryDelayMs(3, () => random))).toEqual([3200, 4800])
    expect([0, 1].map((random) => retryDelayMs(9, () => random))).toEqual([48_000, 60_000])
  })
})
