import { describe, expect, it } from 'vitest'
import { randomCode } from '../../../server/users/codes.ts'

describe('randomCode', () => {
  it('X3: makes each of the 10,000 codes as often as any other', () => {
    const counts = new Map<string, number>()
    const codes = 100_000
    for (let made = 0; made < codes; made += 1) {
      const code = randomCode()
      counts.set(code, (counts.get(code) ?? 0) + 1)
    }
    expect([...counts.keys()].every((code) => /^\d{4}$/.test(code))).toBe(true)
    const expected = codes / 10_000
    let chiSquare = (10_000 - counts.size) * expected
    for (const count of counts.values()) chiSquare += (count - expected) ** 2 / expected
    // 9,999 degrees of freedom are all but normal: mean 9,999, deviation 141. Six of those come once in a thousand million runs.
    expect(Math.abs(chiSquare - 9_999)).toBeLessThan(6 * Math.sqrt(2 * 9_999))
  })
})
