import { describe, expect, it } from 'vitest'
import {
  firstSeen,
  noteSeen,
  readSeen,
  savedPlace,
  savePlace,
} from '../../../../src/features/feed/feed-memory.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { makePost } from '../../../support/post-shapes.ts'
import {
  collapseBursts,
  hasBursts,
  COLLAPSE,
  isSwitchedOn,
} from '../../../../src/features/feed/collapse-bursts.ts'

const HASH = 'AAAAAAAAAAAAAAAAAAAAAA'
const HOUR_MS = 60 * 60_000

describe('what was seen at the last visit', () => {
  it('is nothing at the first', () => {
    expect(readSeen(memoryStorage(), HASH)).toBeNull()
    expect(firstSeen([makePost(2), makePost(1)], null)).toBe(0)
  })

  it('ends with the newest post when the feed was left', () => {
    const storage = memoryStorage()
    noteSeen(storage, HASH, { newest: makePost(2), seen: null }, 0)
    const seen = readSeen(storage, HASH, HOUR_MS)
    expect(firstSeen([makePost(4), makePost(3), makePost(2), makePost(1)], seen)).toBe(2)
    expect(firstSeen([makePost(2), makePost(1)], seen)).toBe(0)
  })

  it('is the same for who comes back at once', () => {
    const storage = memoryStorage()
    noteSeen(storage, HASH, { newest: makePost(4), seen: makePost(2) }, 0)
    expect(readSeen(storage, HASH, 60_000)).toMatchObject({ id: 2 })
    expect(readSeen(storage, HASH, HOUR_MS)).toMatchObject({ id: 4 })
  })

  it('stays what it was when a tab from the background is closed last', () => {
    const storage = memoryStorage()
    noteSeen(storage, HASH, { newest: makePost(4), seen: makePost(2) }, 0)
    noteSeen(storage, HASH, { newest: makePost(3), seen: makePost(1) }, 120_000)
    expect(readSeen(storage, HASH, 180_000)).toMatchObject({ id: 2 })
    expect(readSeen(storage, HASH, HOUR_MS)).toMatchObject({ id: 4 })
  })

  it('is told by time where that post is gone', () => {
    expect(firstSeen([makePost(4), makePost(3), makePost(1)], makePost(2))).toBe(2)
  })

  it('is not told by one’s own unfinished photos in front of the feed', () => {
    const waiting = makePost(9, { status: 'FAILEDBYNUDITY', createdAt: makePost(1).createdAt })
    expect(firstSeen([waiting, makePost(2), makePost(1)], makePost(2))).toBe(0)
    expect(firstSeen([waiting, makePost(3), makePost(2), makePost(1)], makePost(2))).toBe(2)
    expect(firstSeen([waiting, makePost(4), makePost(3), makePost(1)], makePost(2))).toBe(3)
  })

  it('is nothing where the note is not what it should be', () => {
    const storage = memoryStorage()
    storage.setItem(`feed-seen:${HASH}`, 'nonsense')
    expect(readSeen(storage, HASH)).toBeNull()
  })
})

const PLACE = { post_id: 7, createdAt: '2026-06-14T20:00:00.000Z', offset: -12 }

describe('the place where a feed was left', () => {
  // Specification: 3.19, 9.24
  it('is found again for that Orma and for no other', () => {
    const storage = memoryStorage()
    savePlace(storage, 'one', PLACE)
    expect(savedPlace(storage, 'one')).toEqual(PLACE)
    expect(savedPlace(storage, 'two')).toBeUndefined()
  })

  it('is forgotten when the feed was left for somewhere else', () => {
    const storage = memoryStorage()
    savePlace(storage, 'one', PLACE)
    savePlace(storage, 'one', undefined)
    expect(savedPlace(storage, 'one')).toBeUndefined()
  })

  it('is nowhere where what is stored cannot be read', () => {
    const storage = memoryStorage()
    storage.setItem('feed-place:one', '{"post_id":"seven"}')
    expect(savedPlace(storage, 'one')).toBeUndefined()
    storage.setItem('feed-place:one', 'nothing')
    expect(savedPlace(storage, 'one')).toBeUndefined()
  })
})

const NONE: ReadonlySet<number> = new Set()
/** A post, or with `burst` one of a burst. */
const post = (id: number, burst?: number) => makePost(id, burst === undefined ? {} : { burst })
const idsOf = (posts: readonly { id: number }[]) => posts.map(({ id }) => id)

describe('collapseBursts', () => {
  it('leaves the first post of each burst, and says which it stands for', () => {
    const feed = [post(9), post(8, 2), post(7), post(6, 2), post(5, 4), post(4, 4), post(2, 2)]
    const { posts, others, standIns } = collapseBursts(feed, NONE)
    expect(idsOf(posts)).toEqual([9, 8, 7, 5])
    expect(Object.fromEntries(others)).toEqual({ 8: 2, 5: 1 })
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

it('hasBursts asks for two posts of one burst', () => {
  expect(hasBursts([post(3), post(2), post(1)])).toBe(false)
  expect(hasBursts([post(3, 1), post(2)])).toBe(false)
  expect(hasBursts([post(3, 1), post(2), post(1)])).toBe(true)
})

it('a device collapses no bursts until that is switched on', () => {
  expect(isSwitchedOn(memoryStorage(), COLLAPSE)).toBe(false)
})
