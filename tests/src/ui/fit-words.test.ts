import { expect, it } from 'vitest'
import { longestWord } from '../../../src/ui/style/fit-words.ts'

it('measures a name by its longest word', () => {
  expect(longestWord('Anna & Ben')).toBe(4)
  expect(longestWord('Hochzeitsgesellschaft Meyer-Lüdenscheid')).toBe(21)
  expect(longestWord('Meyer-Lüdenscheid')).toBe(11)
  expect(longestWord('')).toBe(0)
})
