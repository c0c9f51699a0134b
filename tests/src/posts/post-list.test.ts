import { describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import {
  allIds,
  filterPages,
  findPlace,
  hasEnd,
  mergeStretch,
} from '../../../src/posts/post-list.ts'
import type { PostPages } from '../../../src/posts/post-list.ts'
import { downFrom, idsOf, inPages, makePost } from '../../support/post-shapes.ts'

describe('a list of posts', () => {
  // Specification: 4.10
  it('shows a post that came on two pages once', () => {
    const pages = [
      [5, 4, 3],
      [3, 2, 1],
    ]
    expect(allIds({ pages, pageParams: [] })).toEqual([5, 4, 3, 2, 1])
  })

  it('does not take a page that runs empty for the end', () => {
    const stays = ({ id }: Post) => id !== 2
    const list = filterPages(inPages(downFrom(4, 3), [makePost(2)]), stays)
    expect(list).toEqual(inPages(downFrom(4, 3)))
    const ended = filterPages(inPages(downFrom(4, 3), [makePost(2)], []), stays)
    expect(ended.pages.at(-1)).toEqual([])
  })
})

describe('a newest page, merged into a list', () => {
  const newestDownFrom = (first: number) => downFrom(first, first - PAGE_SIZE + 1)
  const merge = (list: PostPages, posts: Post[]) =>
    mergeStretch(list, { posts, isTop: true, isEnd: posts.length < PAGE_SIZE })

  // Specification: 4.11
  it('puts posts that are new in front and keeps those that are older', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE))
    const merged = merge(list, newestDownFrom(103))
    expect(idsOf(merged)).toEqual(downFrom(103, 101 - 2 * PAGE_SIZE).map(({ id }) => id))
    expect(merged.pages[1]).toEqual(list.pages[1])
  })

  it('fills an empty feed, from where the next page can be asked for', () => {
    const merged = merge(inPages([]), downFrom(2, 1))
    expect(merged).toEqual(inPages(downFrom(2, 1)))
  })

  it('takes out what was deleted from the part that the server told of', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE))
    const newest = downFrom(100, 100 - PAGE_SIZE).filter(({ id }) => id !== 90)
    const merged = idsOf(merge(list, newest))
    expect(merged).not.toContain(90)
    expect(merged).toHaveLength(2 * PAGE_SIZE - 1)
  })

  it('shows what the server says of known posts', () => {
    const newest = downFrom(3, 1).map((post) => ({ ...post, likeCount: 9 }))
    const { pages } = merge(inPages(downFrom(3, 1)), newest)
    expect(pages[0]?.map(({ likeCount }) => likeCount)).toEqual([9, 9, 9])
  })

  // Specification: 4.9
  it('begins the list anew where more has come than it tells of', () => {
    const merged = merge(inPages(downFrom(30, 1), []), newestDownFrom(200))
    expect(merged).toEqual(inPages(newestDownFrom(200)))
  })

  it('that is not full is all there is, and its end is remembered', () => {
    const merged = merge(inPages(downFrom(3, 1), []), downFrom(4, 2))
    expect(merged).toEqual(inPages(downFrom(4, 2), []))
    expect(merge(inPages(downFrom(3, 1)), [])).toEqual(inPages([]))
  })

  it('leaves an unchanged list as it is', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE), [])
    expect(merge(list, newestDownFrom(100))).toEqual(list)
  })
})

describe('a single post, merged into a list', () => {
  const merge = (list: PostPages, post: Post) =>
    mergeStretch(list, { posts: [post], isTop: false, isEnd: false })
  const pagesWith = (id: number, ...pages: Post[][]) =>
    merge(inPages(...pages), makePost(id)).pages.map((page) => page.map((post) => post.id))

  it('comes into its place, on whichever page that is', () => {
    const pages = [[makePost(9), makePost(7)], [makePost(5), makePost(3)], []]
    expect(pagesWith(10, ...pages)).toEqual([[10, 9, 7], [5, 3], []])
    expect(pagesWith(6, ...pages)).toEqual([[9, 7], [6, 5, 3], []])
    expect(pagesWith(1, ...pages)).toEqual([[9, 7], [5, 3, 1], []])
    expect(pagesWith(7, ...pages)).toEqual([[9, 7], [5, 3], []])
  })

  it('stands where the feed has it by time, whenever it was processed', () => {
    const at = (id: number, minute: number) =>
      makePost(id, { createdAt: new Date(Date.UTC(2026, 5, 14, 18, minute)).toISOString() })
    const list = inPages([at(5, 30), at(4, 20), at(3, 20)], [])
    expect(idsOf(merge(list, at(2, 25)))).toEqual([5, 2, 4, 3])
    expect(idsOf(merge(list, at(9, 20)))).toEqual([5, 9, 4, 3])
    expect(idsOf(merge(list, at(1, 10)))).toEqual([5, 4, 3, 1])
  })

  it('fills an empty feed', () => {
    expect(pagesWith(4, [])).toEqual([[4]])
  })

  it('is left out where it lies further down than the list reaches', () => {
    const page = downFrom(99, 100 - PAGE_SIZE)
    expect(idsOf(merge(inPages(page), makePost(1)))).toEqual(page.map(({ id }) => id))
    expect(idsOf(merge(inPages(page, []), makePost(1))).at(-1)).toBe(1)
    // One of the page was deleted.
    expect(idsOf(merge(inPages(page.slice(1)), makePost(1)))).not.toContain(1)
  })
})

describe('a page further down, merged into a list', () => {
  const list = inPages(downFrom(30, 21), downFrom(20, 11), downFrom(10, 1))
  const merge = (from: number, to: number, without: readonly number[] = [], isEnd = false) => {
    const posts = downFrom(from, to).filter(({ id }) => !without.includes(id))
    return mergeStretch(list, { posts, isTop: false, isEnd })
  }

  it('takes out what is gone of it, and leaves what is before and behind it', () => {
    const merged = merge(21, 11, [15])
    expect(idsOf(merged)).toEqual(idsOf(list).filter((id) => id !== 15))
    expect(merged.pageParams).toEqual(list.pageParams)
  })

  it('ends the list where nobody knows what follows it', () => {
    const gap = inPages(downFrom(30, 21), downFrom(20, 13), downFrom(10, 1), [])
    const merged = mergeStretch(gap, { posts: downFrom(21, 11), isTop: false, isEnd: false })
    expect(idsOf(merged)).toEqual(downFrom(30, 11).map(({ id }) => id))
    expect(hasEnd(merged)).toBe(false)
  })

  it('takes all behind it out where it is the last', () => {
    expect(idsOf(merge(21, 15, [], true)).at(-1)).toBe(15)
  })
})

const placeOf = (post_id: number) => ({ post_id, createdAt: makePost(post_id).createdAt })

describe('a place in a list of posts', () => {
  it('is that of its post, wherever the list has it by now', () => {
    expect(findPlace([makePost(9), makePost(8), makePost(5)], placeOf(5))).toBe(2)
  })

  it('is that of the next older one once its post has gone', () => {
    expect(findPlace([makePost(9), makePost(7), makePost(5)], placeOf(8))).toBe(1)
  })

  it('lies further down as long as all of the list is newer', () => {
    expect(findPlace([makePost(9), makePost(7)], placeOf(5))).toBeUndefined()
  })

  it('is not that of a post in front which is not finished', () => {
    const unfinished = makePost(1, { status: 'READYFORPROCESSING' })
    expect(findPlace([unfinished, makePost(9)], placeOf(5))).toBeUndefined()
  })
})
