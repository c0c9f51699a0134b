import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cardDay, displayDay } from '../../../contract/display-day.ts'
import { highlightDate } from '../../../src/features/highlights/highlight-queries.ts'
import { hourText } from '../../../src/features/timeline/timeline-queries.ts'
import { ageText } from '../../../src/ui/notices/relative-time.tsx'

describe('wherever the reader is', () => {
  beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))

  // Specification: 2.3, 2.50, 3.4, 9.19, 9.20
  it.each([
    ['day of a card', cardDay, '2026-06-01 00:00:00.000', 'June 1, 2026'],
    ['day of a card', cardDay, '2026-12-31 23:59:59.999', 'December 31, 2026'],
    ['day of highlights', highlightDate, '2026-11-05', 'Nov 05, 2026'],
    ['day of highlights', highlightDate, '2026-12-31', 'Dec 31, 2026'],
    ['day of a page', displayDay, '2026-06-14', 'Sunday, June 14, 2026'],
  ])('a %s is written as it is stored', (_what, write, stored, words) => {
    expect(write(stored)).toBe(words)
  })

  it('an hour of the timeline is written as the photos’ own clock had it', () => {
    expect(hourText('2026-11-20T18')).toEqual({ day: 'Friday, November 20', hour: '6 PM' })
    expect(hourText('2026-11-21T00')).toEqual({ day: 'Saturday, November 21', hour: '12 AM' })
    // Skipped in the night of the change to summer time.
    expect(hourText('2026-03-08T02').hour).toBe('2 AM')
  })

  it('what is no day is written as nothing, and no hour as it is', () => {
    for (const text of ['soon', '', '2026-13-40'])
      for (const write of [cardDay, highlightDate, displayDay]) expect(write(text)).toBe('')
    for (const text of ['2026-02-31', '2026-6-1']) expect(displayDay(text)).toBe('')
    expect(hourText('later')).toEqual({ day: '', hour: 'later' })
  })
})

describe('ageText', () => {
  const NOW = Date.UTC(2026, 10, 21)
  const MINUTE = 60_000
  const DAY = 24 * 60 * MINUTE

  it.each([
    [-5 * MINUTE, 'just now'],
    [59_000, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [119 * MINUTE, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [2 * DAY - 1, '1 day ago'],
    [3 * DAY, '3 days ago'],
    [29 * DAY, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [364 * DAY, '11 months ago'],
    [365 * DAY, '1 year ago'],
    [800 * DAY, '2 years ago'],
  ])('says of %i ms: %s', (ms, words) => {
    expect(ageText(NOW - ms, NOW)).toBe(words)
  })
})
