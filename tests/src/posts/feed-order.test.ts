import { describe, expect, it } from 'vitest'
import { missingFrom } from '../../../src/posts/feed-order.ts'

describe('missingFrom', () => {
  it('names what is not there any more', () => {
    expect(missingFrom([5, 4, 3], [6, 5, 3])).toEqual([4])
  })
})
