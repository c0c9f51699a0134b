import { expect, it } from 'vitest'
import { groupBy } from '../../contract/group-by.ts'

it('what has the same key comes together, in the order in which it was', () => {
  const groups = groupBy([1, 2, 3, 4, 5], (number) => number % 2)
  expect([...groups]).toEqual([
    [1, [1, 3, 5]],
    [0, [2, 4]],
  ])
})
