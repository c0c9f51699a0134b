import { describe, expect, it } from 'vitest'
import { isSameName } from '../../../../src/features/orma-form/same-name.ts'

describe('the name that is typed to delete an Orma', () => {
  it.each([
    ['Anna & Ben', 'Anna  & Ben', 'two spaces, of which a page shows one'],
    ['Anna & Ben', 'Anna\u00a0& Ben', 'a space that does not break'],
    ["Anna's 40th", 'Anna’s 40th', 'the apostrophe of a phone'],
    ['"Forty"', '“Forty”', 'the quotation marks of a phone'],
    ['Zoe\u0301', 'Zo\u00e9', 'an accent of its own'],
    ['Anna & Ben', '\u2068Anna & Ben\u200b\ufe0f', 'what nobody sees'],
    [' Anna & Ben ', 'Anna & Ben', 'spaces around it'],
  ])('%s is %s: %s', (typed, name) => {
    expect(isSameName(typed, name)).toBe(true)
  })

  it('is no other one', () => {
    for (const typed of ['', 'Anna', 'anna & ben', 'Anna&Ben'])
      expect(isSameName(typed, 'Anna & Ben')).toBe(false)
  })
})
