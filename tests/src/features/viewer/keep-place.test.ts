import { describe, expect, it } from 'vitest'
import { keepPlace } from '../../../../src/features/viewer/keep-place.ts'

const list = (...ids: number[]) => ids.map((id) => ({ id }))
const before = list(9, 8, 7, 6)

describe('the place of the post in view', () => {
  it('moves with posts that come or go in front of it', () => {
    expect(keepPlace(before, 2, list(11, 10, 9, 8, 7, 6))).toBe(4)
    expect(keepPlace(before, 2, list(7, 6))).toBe(0)
  })

  it('goes to the next one once it has gone', () => {
    expect(keepPlace(before, 1, list(9, 7, 6))).toBe(1)
    expect(keepPlace(before, 1, list(12, 9, 6))).toBe(2)
  })

  it('goes to the nearest one in front where none follows', () => {
    expect(keepPlace(before, 3, list(9, 8, 7))).toBe(2)
    expect(keepPlace(before, 3, list(9))).toBe(0)
    expect(keepPlace(before, 3, list(9, 8, 7, 5))).toBe(2)
  })

  it('is none where no post is left', () => {
    expect(keepPlace(before, 0, [])).toBe(-1)
  })
})
