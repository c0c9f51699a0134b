import { describe, expect, it } from 'vitest'
import { displayDay } from '../../contract/display-day.ts'

describe('displayDay', () => {
  // Specification: 3.4
  it('says weekday, month, day and year of the calendar day, wherever the reader is', () => {
    expect(displayDay('2026-06-14')).toBe('Sunday, June 14, 2026')
  })

  it('says nothing of a day that there is not', () => {
    for (const text of ['soon', '', '2026-13-01', '2026-02-31', '2026-6-1']) {
      expect(displayDay(text)).toBe('')
    }
  })
})
