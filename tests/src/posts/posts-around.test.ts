import { describe, expect, it } from 'vitest'
import { idsAround } from '../../../src/posts/posts-around.ts'

describe('the feed around a post', () => {
  it('is the feed where that reaches so far', () => {
    const around = { feed: [9, 8, 7, 6, 5], newer: [], older: [7, 6] }
    expect(idsAround(around, true)).toEqual([9, 8, 7, 6, 5])
  })

  it('is what leads up to the post, and what follows it', () => {
    const around = { feed: [90, 89], newer: [9, 8], older: [7, 6] }
    expect(idsAround(around, false)).toEqual([9, 8, 7, 6])
  })

  it('goes on to the feed’s top where the two meet', () => {
    const around = { feed: [11, 10, 9], newer: [9, 8], older: [7, 6] }
    expect(idsAround(around, false)).toEqual([11, 10, 9, 8, 7, 6])
  })

  it('has each post once', () => {
    const around = { feed: [], newer: [9, 8, 7], older: [8, 7, 6] }
    expect(idsAround(around, false)).toEqual([9, 8, 7, 6])
  })
})
