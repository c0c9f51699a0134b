import { describe, expect, it } from 'vitest'
import { cardDate, mergeOrmas } from '../../../../src/features/home/home-lists.ts'

const orma = (id: number) => ({
  id,
  event_hash: String(id).padStart(22, 'x'),
  name: `Orma ${id}`,
  event_date: '2026-06-21 00:00:00.000',
  event_profile_image_url: null,
})

describe('cardDate', () => {
  // Specification: 2.3, 9.20
  it('writes MMMM D, YYYY of the date as stored, wherever the reader is', () => {
    expect(cardDate('2026-06-01 00:00:00.000')).toBe('June 1, 2026')
    expect(cardDate('2026-12-31 23:59:59.999')).toBe('December 31, 2026')
  })

  it('is empty for what is no date', () => {
    expect(cardDate('soon')).toBe('')
  })
})

describe('mergeOrmas', () => {
  it('adds what only the second list has, behind the first', () => {
    const merged = mergeOrmas([orma(3), orma(1)], [orma(1), orma(2)])
    expect(merged.map(({ id }) => id)).toEqual([3, 1, 2])
  })
})
