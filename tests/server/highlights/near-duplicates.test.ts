import { describe, expect, it } from 'vitest'
import { withoutNearDuplicates } from '../../../server/highlights/choose-photos.ts'

function photo(name: string, burst_id: number | null, sharpness: number | null, like_count = 0) {
  return { name, burst_id, sharpness, like_count }
}

function left(...photos: ReturnType<typeof photo>[]) {
  return withoutNearDuplicates(photos).map(({ name }) => name)
}

describe('withoutNearDuplicates', () => {
  it('leaves one photo of each burst at its own place, and all that are alone', () => {
    expect(
      left(photo('a', 1, 10), photo('b', null, 1), photo('c', 1, 20), photo('d', 2, 5)),
    ).toEqual(['b', 'c', 'd'])
  })

  // Specification: 7.25
  it('chooses the one liked most among those that are not blurred beside the sharpest', () => {
    expect(left(photo('sharp', 1, 100), photo('liked', 1, 60, 3))).toEqual(['liked'])
    expect(left(photo('sharp', 1, 100), photo('blurred', 1, 40, 9))).toEqual(['sharp'])
  })

  it('chooses the first of photos that are equally good', () => {
    expect(left(photo('a', 1, 7, 2), photo('b', 1, 7, 2))).toEqual(['a'])
  })

  it('takes photos that were not looked at for different ones', () => {
    expect(left(photo('a', null, null), photo('b', null, null))).toEqual(['a', 'b'])
  })
})
