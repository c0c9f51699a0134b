import { expect, it } from 'vitest'
import { highlightDate } from '../../../../src/features/highlights/highlight-date.ts'

// Specification: 2.50, 9.19
it('a day of highlights is written MMM DD, YYYY, wherever the reader is', () => {
  expect(highlightDate('2026-11-05')).toBe('Nov 05, 2026')
  expect(highlightDate('2026-12-31')).toBe('Dec 31, 2026')
})

it('what is no day is written as nothing', () => {
  for (const text of ['', 'yesterday', '2026-13-40']) expect(highlightDate(text)).toBe('')
})
