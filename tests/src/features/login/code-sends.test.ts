import { describe, expect, it } from 'vitest'
import { afterSend, freshSend, secondsLeft } from '../../../../src/features/login/code-sends.ts'
import type { CodeSends } from '../../../../src/features/login/code-sends.ts'

const NOW = 1_000_000
const option = (phone: string) => ({ phone, request_id: `r${phone}`, name: true, email: true })

describe('afterSend', () => {
  // Specification: 2.34
  it('waits 30, 60, 120 and 240 seconds, and no longer after that', () => {
    let sends: CodeSends | undefined
    const waits = [1, 2, 3, 4, 5].map(() => {
      sends = afterSend(sends, option('1'), NOW)
      return secondsLeft(sends, '1', NOW)
    })
    expect(waits).toEqual([30, 60, 120, 240, 240])
  })

  it('begins anew with another number', () => {
    const sends = afterSend(afterSend(undefined, option('1'), NOW), option('2'), NOW)
    expect(secondsLeft(sends, '2', NOW)).toBe(30)
  })
})

describe('secondsLeft', () => {
  it('counts down to nothing, and knows no wait for a number that got no code', () => {
    const sends = afterSend(undefined, option('1'), NOW)
    expect(secondsLeft(sends, '1', NOW + 29_001)).toBe(1)
    expect(secondsLeft(sends, '1', NOW + 30_000)).toBe(0)
    expect(secondsLeft(sends, '1', NOW + 99_000)).toBe(0)
    expect(secondsLeft(sends, '2', NOW)).toBe(0)
    expect(secondsLeft(undefined, '1', NOW)).toBe(0)
  })
})

describe('freshSend', () => {
  it('leads back to the code that is on its way, until another may be sent', () => {
    const sends = afterSend(undefined, option('1'), NOW)
    expect(freshSend(sends, '1', NOW + 29_000)?.request_id).toBe('r1')
    expect(freshSend(sends, '1', NOW + 30_000)).toBeUndefined()
    expect(freshSend(sends, '2', NOW)).toBeUndefined()
    expect(freshSend({ phone: '1', count: 1, next_at: NOW + 9000 }, '1', NOW)).toBeUndefined()
  })
})
