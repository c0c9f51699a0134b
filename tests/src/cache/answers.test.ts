import 'fake-indexeddb/auto'
import { IDBDatabase } from 'fake-indexeddb'
import { clear, set } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { readAnswer, readPage, writeAnswer } from '../../../src/cache/answers.ts'
import { answers, listIds, ormas, posts as postRecords } from '../../../src/cache/cache-database.ts'
import { changeCachedOrma, listCachedOrmas, noteVisit } from '../../../src/cache/cached-ormas.ts'
import {
  cachePost,
  cachePosts,
  cacheStretch,
  forgetPosts,
} from '../../../src/cache/cached-posts.ts'
import { forgetOrma, forgetUserAnswers } from '../../../src/cache/forget.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { makeComment, makeEvent, makePost } from '../../support/post-shapes.ts'

const HASH = 'AAAAAAAAAAAAAAAAAAAAAA'
const OTHER = 'BBBBBBBBBBBBBBBBBBBBBB'
const NOW = Date.now()
const DAY_MS = 24 * 60 * 60_000

beforeEach(async () => {
  for (const store of [answers, postRecords, ormas]) await clear(store)
  for (const hash of [HASH, OTHER]) await changeCachedOrma(hash, {})
})
describe('a cached feed', () => {
  it('gives its first page first, and the others when they are asked for, to the last', async () => {
    await keep(posts(60), { isEnd: true })
    expect(await firstIds()).toEqual(ids(60).slice(0, PAGE_SIZE))
    expect(idsOf(await readPage(queryKeys.feed(HASH), 37))).toEqual(ids(36).slice(0, PAGE_SIZE))
    expect(idsOf(await readPage(queryKeys.feed(HASH), 13))).toEqual(ids(12))
    expect(await readPage(queryKeys.feed(HASH), 1)).toEqual([])
  })

  it('does not pass what was loaded of it for all there is', async () => {
    await keep(posts(30))
    expect(await readPage(queryKeys.feed(HASH), 1)).toBeUndefined()
    expect(await readPage(queryKeys.feed(HASH), 999)).toBeUndefined()
  })

  it('loses a post that the server does not name any more, with its comments', async () => {
    await keep(posts(4))
    await writeAnswer(queryKeys.comments(HASH, 3), [], NOW)
    await keep(posts(4).filter(({ id }) => id !== 3))
    expect(await firstIds()).toEqual([4, 2, 1])
    expect(await readAnswer(queryKeys.postView(HASH, 3))).toBeUndefined()
    expect(await readAnswer(queryKeys.comments(HASH, 3))).toBeUndefined()
  })

  it('loses its oldest post when a short page says that it is gone', async () => {
    await keep(posts(3), { isEnd: true })
    await keep(posts(3).slice(0, 2), { isEnd: true })
    expect(await firstIds()).toEqual([3, 2])
  })

  it('leaves what waits for the owner to the answers of its user, which go with the session and lose what is gone', async () => {
    const key = queryKeys.flagged(HASH, 1)
    const flagged = [post(3), post(2)].map((each) => ({ ...each, status: 'FAILEDBYNUDITY' }))
    await writeAnswer(key, flagged, NOW)
    expect((await readAnswer(key))?.data).toEqual(flagged)
    await forgetPosts(HASH, [3])
    expect((await readAnswer(key))?.data).toEqual(flagged.slice(1))
    await forgetUserAnswers()
    expect(await readAnswer(key)).toBeUndefined()
    await writeAnswer(key, flagged, NOW)
    await forgetOrma(HASH)
    expect(await readAnswer(key)).toBeUndefined()
  })

  it('keeps what only everyone may see', async () => {
    await keep([post(3), { ...post(2), status: 'FAILEDBYNUDITY' }, post(1)])
    expect(await firstIds()).toEqual([3, 1])
  })

  it('takes in a post that was just finished, in its place, and only of an Orma that is cached', async () => {
    await keep([post(4), post(2), post(1)])
    await cachePost(post(3))
    await cachePost({ ...post(3), event_hash: 'C'.repeat(22) })
    expect(await firstIds()).toEqual([4, 3, 2, 1])
    expect(await listIds('C'.repeat(22))).toEqual([])
  })

  it('forgets posts by name, wherever they lie', async () => {
    await keep(posts(4))
    await cachePosts([post(9)])
    await forgetPosts(HASH, [2, 4, 9])
    expect(await firstIds()).toEqual([3, 1])
    expect(new Set(await listIds(HASH))).toEqual(new Set([1, 3]))
  })

  it('takes in a post again that was forgotten and is told of after all', async () => {
    const list = posts(2)
    await keep(list)
    await forgetPosts(HASH, [2])
    await keep(list)
    expect(await firstIds()).toEqual([2, 1])
  })

  it('forgets posts among their author’s own as well, which get no newer by that', async () => {
    const own = queryKeys.ownPosts(HASH, 7)
    await writeAnswer(own, { pages: [[post(2), post(1)]], pageParams: [{ page: 1 }] }, NOW - 1000)
    await writeAnswer(queryKeys.ownPosts(OTHER, 7), { pages: [[post(2)]], pageParams: [0] }, NOW)
    await forgetPosts(HASH, [2])
    expect(await readAnswer(own)).toMatchObject({
      data: { pages: [[{ id: 1 }]] },
      updatedAt: NOW - 1000,
    })
    const other = await readAnswer(queryKeys.ownPosts(OTHER, 7))
    expect(other?.data).toMatchObject({ pages: [[{ id: 2 }]] })
  })
})

describe('a cached post', () => {
  it('opens with those after it in the feed', async () => {
    await keep(posts(3))
    expect(await viewIds(2)).toEqual([2, 1])
  })

  it('carries only comments that the server has', async () => {
    const Comments = [makeComment(-1), makeComment(7)].map((one, at) => ({
      ...one,
      id: at * 8 - 1,
    }))
    await cachePosts([{ ...post(9), Comments, commentCount: 2 }])
    const kept = await readAnswer(queryKeys.postView(HASH, 9))
    expect(kept?.data).toMatchObject({ pages: [[{ commentCount: 1, Comments: [{ id: 7 }] }]] })
  })

  it('opens alone where the feed does not know it', async () => {
    await cachePosts([post(9)])
    expect(await viewIds(9)).toEqual([9])
  })
})

describe('a cached answer', () => {
  it('is given back as it was, with its age', async () => {
    const comments = [
      { id: 1, content: 'Hi', createdAt: '2026-06-20T18:30:00.000Z', User: { id: 1, name: 'Ada' } },
    ]
    await writeAnswer(queryKeys.comments(HASH, 1), comments, NOW - 5)
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toMatchObject({
      data: comments,
      updatedAt: NOW - 5,
    })
  })

  it('is not replaced by an older one', async () => {
    await writeAnswer(queryKeys.comments(HASH, 1), [], NOW)
    await writeAnswer(queryKeys.comments(HASH, 1), [makeComment(7)], NOW - 1000)
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toMatchObject({ data: [] })
  })

  it('of a time to come, since the clock was put back, is of an age that nobody knows, and gives way', async () => {
    await writeAnswer(queryKeys.comments(HASH, 1), [], NOW + DAY_MS)
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toMatchObject({ updatedAt: 1 })
    await writeAnswer(queryKeys.comments(HASH, 1), [makeComment(7)], NOW)
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toMatchObject({ data: [{ id: 7 }] })
  })

  it.each([
    ['that something else wrote', 'nonsense'],
    ['of another shape', { shape: 0, updatedAt: NOW, savedAt: NOW, data: [] }],
    ['that was cut', { shape: 1, updatedAt: NOW, savedAt: NOW, data: [{ id: 1 }] }],
  ])('%s counts for nothing, and the others are as they were', async (_what, record) => {
    await writeAnswer(queryKeys.comments(HASH, 2), [], NOW)
    await set([...queryKeys.comments(HASH, 1)], record, answers)
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toBeUndefined()
    expect(await readAnswer(queryKeys.comments(HASH, 2))).toMatchObject({ data: [] })
  })

  it('is missing from a feed alone where a single post was cut', async () => {
    await keep(posts(3))
    await set([HASH, 2], { shape: 1, updatedAt: NOW, savedAt: NOW, data: { id: 2 } }, postRecords)
    expect(await firstIds()).toEqual([3, 1])
  })

  it('outlives a read that fails, which is tried once more', async () => {
    await keep(posts(2))
    const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('lost', 'UnknownError')
    })
    expect(await firstIds()).toEqual([2, 1])
    expect(failing).toHaveBeenCalled()
    failing.mockImplementation(() => {
      throw new DOMException('lost', 'UnknownError')
    })
    expect(await readAnswer(queryKeys.feed(HASH))).toBeUndefined()
    vi.restoreAllMocks()
    expect(await firstIds()).toEqual([2, 1])
  })

  it("goes with its user's session", async () => {
    await writeAnswer(['user', 'ormas'], [], NOW)
    await writeAnswer(queryKeys.comments(HASH, 1), [], NOW)
    await forgetUserAnswers()
    expect(await readAnswer(['user', 'ormas'])).toBeUndefined()
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toBeDefined()
  })
})

describe('cached Ormas', () => {
  it('are open to photos where an earlier release has stored them, which did not say', async () => {
    const now = makeEvent({ event_hash: HASH, uploadsOpen: true, uploadsOpenUntil: null })
    const earlier: Partial<Event> = { ...now }
    delete earlier.uploadsOpen
    delete earlier.uploadsOpenUntil
    await writeAnswer(queryKeys.event(HASH), earlier, NOW)
    expect((await readAnswer(queryKeys.event(HASH)))?.data).toEqual(now)
  })

  it('are the 20 visited last, and those that somebody wants to stay', async () => {
    const hashes = Array.from({ length: 25 }, (_, at) => `${at}`.padStart(22, 'A'))
    await changeCachedOrma(hashes[0] ?? '', { isWanted: true })
    for (const [at, event_hash] of hashes.entries()) {
      await cacheStretch(event_hash, stretchOf([{ ...post(1), event_hash }]), NOW)
      await noteVisit(event_hash, NOW + at)
    }
    const kept = (await listCachedOrmas()).map(({ event_hash }) => event_hash)
    expect(new Set(kept)).toEqual(new Set([hashes[0], ...hashes.slice(-20)]))
    expect(await readAnswer(queryKeys.feed(hashes[1] ?? ''))).toBeUndefined()
    expect(await readAnswer(queryKeys.feed(hashes[0] ?? ''))).toBeDefined()
  })

  it('go when nobody has looked at them for 30 days', async () => {
    await noteVisit(HASH, NOW - 31 * DAY_MS)
    await noteVisit(OTHER, NOW)
    expect((await listCachedOrmas()).map(({ event_hash }) => event_hash)).toEqual([OTHER])
  })
})

function post(id: number): Post {
  const createdAt = new Date(NOW + id * 1000).toISOString()
  return makePost(id, { event_hash: HASH, createdAt })
}

/** From the newest, which has the highest id, to the oldest. */
function posts(count: number): Post[] {
  return ids(count).map(post)
}

function ids(count: number): number[] {
  return Array.from({ length: count }, (_, at) => count - at)
}

function stretchOf(list: readonly Post[], { isEnd = false } = {}) {
  return { posts: list, isTop: true, isEnd }
}

function keep(list: readonly Post[], options?: { isEnd: boolean }): Promise<void> {
  return cacheStretch(HASH, stretchOf(list, options), NOW)
}

async function firstIds() {
  const kept = await readAnswer(queryKeys.feed(HASH))
  return idsOf((kept?.data as { pages: Post[][] } | undefined)?.pages[0])
}

async function viewIds(id: number) {
  const kept = await readAnswer(queryKeys.postView(HASH, id))
  return idsOf((kept?.data as { pages: Post[][] } | undefined)?.pages[0])
}

function idsOf(list: readonly Post[] | undefined) {
  return list?.map(({ id }) => id)
}
