import { expect, it } from 'vitest'
import { deletionStage, deletionTime, isOperatorsDeletion } from '../../contract/rules.ts'

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

it('the operator’s day is warned of 30 and 7 days before, read or not', () => {
  const kept = { deleteAt: null, deletionSeenAt: null, keptUntil: new Date(day).toISOString() }
  const stages = [-30.1, -30, -7.1, -7, 0].map((days) => deletionStage(kept, at(days)))
  expect(stages).toEqual(['set', 'soon', 'soon', 'last', 'last'])
  expect(deletionTime(kept)).toBe(day)
  // The owner's own day comes first where it is sooner, and once its warning was opened.
  const both = { ...orma(-5), keptUntil: new Date(at(20)).toISOString() }
  expect([deletionTime(both), isOperatorsDeletion(both)]).toEqual([day, false])
  expect(deletionTime({ ...both, deletionSeenAt: null })).toBe(at(20))
  expect(isOperatorsDeletion({ ...both, deleteAt: new Date(at(21)).toISOString() })).toBe(true)
})
