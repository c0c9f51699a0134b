import { expect, it, vi } from 'vitest'
import { hourWords } from '../../../../src/features/timeline/hour-words.ts'

it('an hour of the timeline is written as the photos’ own clock had it', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(hourWords('2026-11-20T18')).toEqual({ day: 'Friday, November 20', hour: '6 PM' })
  expect(hourWords('2026-11-21T00')).toEqual({ day: 'Saturday, November 21', hour: '12 AM' })
  // Skipped in the night of the change to summer time.
  expect(hourWords('2026-03-08T02').hour).toBe('2 AM')
})

it('what is no hour stays as it is', () => {
  expect(hourWords('later')).toEqual({ day: '', hour: 'later' })
})
