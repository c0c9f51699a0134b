import { describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { mergeNewest, removePost } from '../../../src/posts/post-list.ts'
import { dropPost, insertPost } from '../../../src/posts/post-news.ts'
import { downFrom, idsOf, inPages, makePost } from '../../support/post-shapes.ts'

describe('insertPost', () => {
  const shown =
    (...pages: Post[][]) =>
    (id: number) =>
      insertPost(inPages(...pages), makePost(id)).pages.map((page) => page.map((post) => post.id))

  it('puts a post in its place by time, on whichever page that is', () => {
    const insert = shown([makePost(9), makePost(7)], [makePost(5), makePost(3)], [])
    expect(insert(10)).toEqual([[10, 9, 7], [5, 3], []])
    expect(insert(6)).toEqual([[9, 7], [6, 5, 3], []])
    expect(insert(1)).toEqual([[9, 7], [5, 3, 1], []])
    expect(insert(7)).toEqual([[9, 7], [5, 3], []])
  })

  it('fills an empty feed', () => {
    expect(shown([])(4)).toEqual([[4]])
  })

  it('leaves out what lies further down than the list reaches', () => {
    const page = downFrom(99, 100 - PAGE_SIZE)
    expect(idsOf(insertPost(inPages(page), makePost(1)))).toEqual(page.map(({ id }) => id))
  })
})

describe('dropPost', () => {
  const newest = downFrom(99, 100 - PAGE_SIZE)

  it('takes a post out and the next of the list in, so that the page does not seem to be the last', () => {
    const list = inPages(newest, downFrom(99 - PAGE_SIZE, 50))
    const left = dropPost(newest, list, 90)
    expect(left).toHaveLength(PAGE_SIZE)
    expect(left.at(-1)?.id).toBe(99 - PAGE_SIZE)
    expect(idsOf(mergeNewest(removePost(list, 90), left))).toEqual(
      idsOf(list).filter((id) => id !== 90),
    )
  })

  it('takes it out where nothing is known to come after it', () => {
    expect(dropPost(newest, inPages(newest), 90)).toHaveLength(PAGE_SIZE - 1)
    expect(dropPost(newest, undefined, 90)).toHaveLength(PAGE_SIZE - 1)
    expect(dropPost(downFrom(3, 1), inPages(downFrom(9, 1)), 2)).toEqual([makePost(3), makePost(1)])
    expect(dropPost(newest, undefined, 1)).toEqual(newest)
  })
})
