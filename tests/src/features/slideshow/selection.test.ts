import { expect, it } from 'vitest'
import { toggleAll } from '../../../../src/features/slideshow/selection.ts'

const posts = [{ id: 1 }, { id: 2 }]

it('adds the photos that are loaded to those that were chosen, and takes no others out again', () => {
  const all = toggleAll(new Set([2, 99]), posts)
  expect(all).toEqual(new Set([1, 2, 99]))
  expect(toggleAll(all, posts)).toEqual(new Set([99]))
})
