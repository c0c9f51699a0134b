import { describe, expect, it } from 'vitest'
import { readShareSearch } from '../../../../src/features/share-target/share-search.ts'

describe('the address of the page for shared photos', () => {
  it('names as many files as were shared, and the beginnings of their names', () => {
    const names = ['notes.txt', 'x'.repeat(500), '😀'.repeat(500)]
    expect(readShareSearch({ foreign: names }).foreign).toEqual([
      'notes.txt',
      'x'.repeat(80),
      '😀'.repeat(80),
    ])
    const many = Array.from({ length: 5000 }, () => 'a')
    expect(readShareSearch({ foreign: many }).foreign).toHaveLength(1000)
  })

  it('says nothing where its words are of another kind', () => {
    expect(readShareSearch({ foreign: 'words', lost: 'many' })).toEqual({})
  })
})
