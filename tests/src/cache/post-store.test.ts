import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { postStore } from '../../../src/cache/post-store.ts'
import type { PostStore } from '../../../src/cache/post-store.ts'
import { makePost } from '../../support/post-shapes.ts'

let store: PostStore

beforeEach(() => {
  store = postStore(new QueryClient())
})

describe('a post that a page knows', () => {
  it('is not made older by what the device had of it', () => {
    store.put([makePost(2, { likeCount: 3 })])
    expect(store.add([makePost(3), makePost(2)])).toEqual([3, 2])
    expect(store.all([3, 2]).map(({ likeCount }) => likeCount)).toEqual([0, 3])
  })

  it('stays finished when an older answer comes late', () => {
    store.put([makePost(2)])
    store.put([makePost(2, { status: 'READYFORPROCESSING', image_url: null })])
    expect(store.get(2)).toEqual(makePost(2))
  })

  it('is the same object after an answer that says nothing new', () => {
    store.put([makePost(2)])
    const known = store.get(2)
    store.put([makePost(2)])
    expect(store.get(2)).toBe(known)
  })

  it('is in no list once it is removed', () => {
    store.put([makePost(3), makePost(2)])
    store.remove([3])
    expect(store.all([3, 2])).toEqual([makePost(2)])
  })

  it('is told of when it changes, and not when it is the same', () => {
    const post = makePost(2)
    store.put([post])
    const listener = vi.fn<() => void>()
    const leave = store.subscribe(listener)
    store.put([post])
    expect(listener).not.toHaveBeenCalled()
    store.put([{ ...post, likeCount: 1 }])
    leave()
    store.put([post])
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
