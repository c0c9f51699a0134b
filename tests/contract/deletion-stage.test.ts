import { expect, it } from 'vitest'
import { deletionStage, deletionTime } from '../../contract/rules.ts'

const DAY_MS = 86_400_000
const day = Date.UTC(2027, 2, 3)
const at = (days: number) => day + days * DAY_MS
const orma = (seenDays?: number) => ({
  deleteAt: new Date(day).toISOString(),
  deletionSeenAt: seenDays === undefined ? null : new Date(at(seenDays)).toISOString(),
})

it('a day of deletion is warned of 14 and 3 days before', () => {
  expect(deletionStage({ deleteAt: null, deletionSeenAt: null }, day)).toBe('none')
  const stages = [-14.1, -14, -3.1, -3, -0.1, 0, 100].map((days) => deletionStage(orma(), at(days)))
  expect(stages).toEqual(['set', 'soon', 'soon', 'last', 'last', 'waiting', 'waiting'])
})

it('an Orma goes on its day, or 14 days after the warning was opened', () => {
  expect(deletionTime(orma())).toBeUndefined()
  expect(deletionTime(orma(-5))).toBe(day)
  expect(deletionTime(orma(20))).toBe(at(34))
  expect(deletionStage(orma(20), at(21))).toBe('soon')
  expect(deletionStage(orma(20), at(31))).toBe('last')
})
