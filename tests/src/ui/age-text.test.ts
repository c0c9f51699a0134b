import { describe, expect, it } from 'vitest'
import { ageText } from '../../../src/ui/age-text.ts'

const NOW = Date.UTC(2026, 10, 21)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('ageText', () => {
  it.each([
    [59_000, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [119 * MINUTE, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [2 * DAY - 1, '1 day ago'],
    [3 * DAY, '3 days ago'],
    [29 * DAY, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [45 * DAY, '1 month ago'],
    [364 * DAY, '11 months ago'],
    [365 * DAY, '1 year ago'],
    [800 * DAY, '2 years ago'],
  ])('says of %i ms: %s', (ms, words) => {
    expect(ageText(NOW - ms, NOW)).toBe(words)
  })

  it('never speaks of the future, whatever the clock says', () => {
    expect(ageText(NOW + 5 * MINUTE, NOW)).toBe('just now')
  })
})
