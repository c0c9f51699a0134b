import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { isSameTile, readerOf } from '../../../../src/cache/page/use-posts.ts'
import { postStore } from '../../../../src/cache/post-store.ts'
import type { PostStore } from '../../../../src/cache/post-store.ts'
import { listOf } from '../../../../src/posts/post-list.ts'
import { setLiked } from '../../../../src/posts/post-reactions.ts'
import { downFrom, makePost } from '../../../support/post-shapes.ts'

let store: PostStore
let list: ReturnType<typeof listOf<number>>

beforeEach(() => {
  store = postStore(new QueryClient())
  list = listOf(store.put(downFrom(3, 1)))
})

it('a like changes no posts of a grid, a new picture does', () => {
  const read = readerOf(store, list, isSameTile)
  const before = read()
  store.put([setLiked(makePost(2), 7, true)])
  expect(read()).toBe(before)
  store.put([makePost(2, { compressed_url: '/media/other', image_url: '/media/other' })])
  expect(read().map(({ compressed_url }) => compressed_url)).toContain('/media/other')
})

it('a like changes its post where likes are seen, and no other list', () => {
  const read = readerOf(store, list, Object.is)
  const readOther = readerOf(store, [3, 1], Object.is)
  const others = readOther()
  store.put([setLiked(makePost(2), 7, true)])
  expect(read().map(({ likeCount }) => likeCount)).toEqual([0, 1, 0])
  expect(readOther()).toBe(others)
})
