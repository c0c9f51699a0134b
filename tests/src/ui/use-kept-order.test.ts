import { describe, expect, it } from 'vitest'
import { inOrder, appendNew } from '../../../src/ui/layout/use-stable-order.ts'

const items = (...ids: number[]) => ids.map((id) => ({ id }))
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

describe('the order in which items were first shown', () => {
  it('stays for those that are there; newcomers stand at the end', () => {
    const first = appendNew([], items(3, 2, 1))
    const later = items(5, 4, 3, 1)
    const order = appendNew(first, later)
    expect(idsOf(inOrder(later, order))).toEqual([3, 1, 5, 4])
  })

  it('gives one that was gone its old place back', () => {
    const order = appendNew(appendNew([], items(3, 2, 1)), items(4, 3, 1))
    expect(idsOf(inOrder(items(4, 3, 2, 1), order))).toEqual([3, 2, 1, 4])
  })
})
