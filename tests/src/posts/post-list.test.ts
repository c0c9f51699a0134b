import { describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import {
  changePost,
  mergeNewest,
  placePost,
  prependPost,
  removePost,
  unseenPosts,
} from '../../../src/posts/post-list.ts'
import type { PostPages } from '../../../src/posts/post-list.ts'
import { downFrom, idsOf, inPages, makePost } from '../../support/post-shapes.ts'

describe('a list of posts', () => {
  it('shows a post that came on two pages once', () => {
    expect(idsOf(inPages(downFrom(5, 3), downFrom(3, 1)))).toEqual([5, 4, 3, 2, 1])
  })

  it('changes one post and leaves the pages without it as they are', () => {
    const list = inPages(downFrom(4, 3), downFrom(2, 1))
    const changed = changePost(list, 2, (post) => ({ ...post, likeCount: 5 }))
    expect(changed.pages[1]?.[0]?.likeCount).toBe(5)
    expect(changed.pages[0]).toBe(list.pages[0])
  })

  it('takes a post in front and out of where it was', () => {
    const list = prependPost(inPages(downFrom(4, 3), downFrom(2, 1)), makePost(2))
    expect(idsOf(list)).toEqual([2, 4, 3, 1])
  })

  it('does not take a page that runs empty for the end', () => {
    const list = removePost(inPages(downFrom(4, 3), [makePost(2)]), 2)
    expect(list).toEqual(inPages(downFrom(4, 3)))
    const ended = removePost(inPages(downFrom(4, 3), [makePost(2)], []), 2)
    expect(ended.pages.at(-1)).toEqual([])
  })
})

describe('mergeNewest', () => {
  const newestDownFrom = (first: number) => downFrom(first, first - PAGE_SIZE + 1)

  it('puts posts that are new in front and keeps those that are older', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE))
    const newest = newestDownFrom(103)
    expect(unseenPosts(list, newest).map(({ id }) => id)).toEqual([103, 102, 101])
    expect(idsOf(mergeNewest(list, newest))).toEqual(
      downFrom(103, 101 - 2 * PAGE_SIZE).map(({ id }) => id),
    )
  })

  it('fills an empty feed, from where the next page can be asked for', () => {
    const empty: PostPages = { pages: [[]], pageParams: [{ page: 1 }] }
    const merged = mergeNewest(empty, downFrom(2, 1))
    expect(merged.pages.map((page) => page.map(({ id }) => id))).toEqual([[2, 1]])
    expect(merged.pageParams).toEqual([{ page: 1 }])
  })

  it('takes out what was deleted from the part that the server told of', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE))
    const newest = downFrom(100, 100 - PAGE_SIZE).filter(({ id }) => id !== 90)
    const merged = idsOf(mergeNewest(list, newest))
    expect(merged).not.toContain(90)
    expect(merged).toHaveLength(2 * PAGE_SIZE - 1)
  })

  it('shows what the server says of known posts, but for those that are being changed', () => {
    const list = inPages(downFrom(3, 1))
    const newest = downFrom(3, 1).map((post) => ({ ...post, likeCount: 9 }))
    const { pages } = mergeNewest(list, newest, new Set([2]))
    expect(pages[0]?.map(({ likeCount }) => likeCount)).toEqual([9, 0, 9])
  })

  it('begins anew where more has come than one page tells of', () => {
    const merged = mergeNewest(inPages(downFrom(30, 1), []), newestDownFrom(200))
    expect(merged).toEqual(inPages(newestDownFrom(200)))
  })

  it('takes a page that is not full for all there is, and remembers that the end was reached', () => {
    const merged = mergeNewest(inPages(downFrom(3, 1), []), downFrom(4, 2))
    expect(merged).toEqual(inPages(downFrom(4, 2), []))
    expect(mergeNewest(inPages(downFrom(3, 1)), [])).toEqual(inPages([]))
  })

  it('leaves an unchanged list as it is', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE), [])
    expect(mergeNewest(list, newestDownFrom(100))).toEqual(list)
  })
})

describe('placePost', () => {
  const at = (id: number, minute: number) =>
    makePost(id, { createdAt: new Date(Date.UTC(2026, 5, 14, 18, minute)).toISOString() })
  const ids = (posts: readonly Post[]) => posts.map(({ id }) => id)

  it('puts a post where the feed has it, whenever it was processed', () => {
    const newest = [at(5, 30), at(4, 20), at(3, 20)]
    expect(ids(placePost(newest, at(6, 40)))).toEqual([6, 5, 4, 3])
    expect(ids(placePost(newest, at(2, 25)))).toEqual([5, 2, 4, 3])
    expect(ids(placePost(newest, at(9, 20)))).toEqual([5, 9, 4, 3])
    expect(ids(placePost(newest, at(1, 10)))).toEqual([5, 4, 3, 1])
    expect(placePost(newest, at(4, 20))).toEqual(newest)
  })

  it('leaves a post that is older than a full page to the next one', () => {
    const newest = downFrom(99, 100 - PAGE_SIZE)
    expect(ids(placePost(newest, makePost(1)))).toEqual(ids(newest))
  })
})
