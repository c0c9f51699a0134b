import { describe, expect, it } from 'vitest'
import { missingFrom, placeStretch } from '../../../src/device/feed-order.ts'

describe('placeStretch', () => {
  it('puts what is new in front of what was there', () => {
    expect(placeStretch([5, 4, 3], [7, 6, 5], true)).toEqual([7, 6, 5, 4, 3])
  })

  it('leaves out what is gone between the posts that were named', () => {
    expect(placeStretch([5, 4, 3, 2], [5, 3], true)).toEqual([5, 3, 2])
  })

  it('leaves out what stood before the newest post, where that is known', () => {
    expect(placeStretch([6, 5, 4], [5, 4], true)).toEqual([5, 4])
    expect(placeStretch([6, 5, 4], [5, 4], false)).toEqual([6, 5, 4])
  })

  it('takes the order of what was told last', () => {
    expect(placeStretch([5, 4, 3, 2], [4, 5, 3], true)).toEqual([4, 5, 3, 2])
  })

  it('keeps older posts behind a stretch that none of them is in', () => {
    expect(placeStretch([5, 4], [9, 8], true)).toEqual([9, 8, 5, 4])
  })
})

describe('missingFrom', () => {
  it('names what is not there any more', () => {
    expect(missingFrom([5, 4, 3], [6, 5, 3])).toEqual([4])
  })
})
