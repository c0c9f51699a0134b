import { describe, expect, it } from 'vitest'
import {
  collapseBursts,
  hasBursts,
  keepCollapses,
  readCollapses,
} from '../../../../src/features/feed/collapse-bursts.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { makePost } from '../../../support/post-shapes.ts'

const NONE: ReadonlySet<number> = new Set()
/** A post, or with `burst` one of a burst. */
const post = (id: number, burst?: number) => makePost(id, burst === undefined ? {} : { burst })
const idsOf = (posts: readonly { id: number }[]) => posts.map(({ id }) => id)

describe('collapseBursts', () => {
  it('leaves the first post of each burst, and says which it stands for', () => {
    const feed = [post(9), post(8, 2), post(7), post(6, 2), post(5, 4), post(4, 4), post(2, 2)]
    const { posts, others, standIns } = collapseBursts(feed, NONE)
    expect(idsOf(posts)).toEqual([9, 8, 7, 5])
    expect([...others]).toEqual([
      [8, 2],
      [5, 1],
    ])
    expect(Object.fromEntries(standIns)).toEqual({ 6: 8, 2: 8, 4: 5 })
  })

  it('shows open bursts whole and still says how many posts they have', () => {
    const { posts, others, standIns } = collapseBursts([post(3, 1), post(2, 1)], new Set([3]))
    expect(idsOf(posts)).toEqual([3, 2])
    expect([...others]).toEqual([[3, 1]])
    expect(standIns.size).toBe(0)
  })

  it('counts the post that a burst is named by, also one kept alone before', () => {
    expect(idsOf(collapseBursts([post(3, 1), post(1)], NONE).posts)).toEqual([3])
  })

  it('collapses no burst of one post, and no post that is not shown', () => {
    expect(collapseBursts([post(3, 1), post(2)], NONE).others.size).toBe(0)
    const waiting = makePost(1, { status: 'READYFORPROCESSING' })
    expect(idsOf(collapseBursts([post(3, 1), waiting], NONE).posts)).toEqual([3, 1])
  })
})

describe('hasBursts', () => {
  it('asks for two posts of one burst', () => {
    expect(hasBursts([post(3), post(2), post(1)])).toBe(false)
    expect(hasBursts([post(3, 1), post(2)])).toBe(false)
    expect(hasBursts([post(3, 1), post(2), post(1)])).toBe(true)
  })
})

describe('whether a device collapses bursts', () => {
  it('is off until it is switched on, and kept', () => {
    const storage = memoryStorage()
    expect(readCollapses(storage)).toBe(false)
    keepCollapses(storage, true)
    expect(readCollapses(storage)).toBe(true)
    keepCollapses(storage, false)
    expect(readCollapses(storage)).toBe(false)
  })
})
