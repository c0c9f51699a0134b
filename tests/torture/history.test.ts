import { describe, expect, it } from 'vitest'
import { checkHistory } from './history.ts'

describe('checkHistory', () => {
  it('finds nothing wrong with photos that are all there once, in order', () => {
    expect(checkHistory(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual({
      lost: 0,
      doubled: 0,
      disordered: 0,
    })
  })

  it('counts what is missing or has other bytes as lost', () => {
    expect(checkHistory(['a', 'b', 'c'], ['a', undefined, 'x'])).toMatchObject({ lost: 2 })
  })

  it('counts every copy too many', () => {
    expect(checkHistory(['a', 'b'], ['a', 'b', 'a', 'a'])).toMatchObject({ lost: 0, doubled: 2 })
  })

  it('counts neighbours that changed places', () => {
    expect(checkHistory(['a', 'b', 'c', 'd'], ['b', 'a', 'c', 'd'])).toMatchObject({
      disordered: 1,
    })
  })
})
