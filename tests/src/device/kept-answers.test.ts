import 'fake-indexeddb/auto'
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/entities.ts'
import { ANSWERS, POSTS, keptDatabase } from '../../../src/device/kept-database.ts'
import { changeKeptOrma, listKeptOrmas, noteKeptVisit } from '../../../src/device/kept-ormas.ts'
import { forgetPosts, listKeptIds } from '../../../src/device/forget-kept.ts'
import { forgetUserAnswers } from '../../../src/device/forget-user.ts'
import { queryKeys } from '../../../src/device/query-keys.ts'
import { readKept, readKeptAfter } from '../../../src/device/read-kept.ts'
import { keepAnswer, keepFinished, keepPosts, keepStretch } from '../../../src/device/write-kept.ts'
import { makeComment, makePost } from '../../support/post-shapes.ts'

const HASH = 'AAAAAAAAAAAAAAAAAAAAAA'
const OTHER = 'BBBBBBBBBBBBBBBBBBBBBB'
const NOW = Date.now()
const DAY_MS = 24 * 60 * 60_000

beforeEach(() =>
  keptDatabase.transact(['answers', 'posts', 'ormas'], 'readwrite', async (transaction) => {
    for (const store of ['answers', 'posts', 'ormas']) transaction.objectStore(store).clear()
  }),
)
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a kept feed', () => {
  it('gives its first page first, and the others when they are asked for, to the last', async () => {
    await keep(posts(60), { isEnd: true })
    expect(await firstIds()).toEqual(ids(60).slice(0, PAGE_SIZE))
    expect(idsOf(await readKeptAfter(queryKeys.feed(HASH), 37))).toEqual(
      ids(36).slice(0, PAGE_SIZE),
    )
    expect(idsOf(await readKeptAfter(queryKeys.feed(HASH), 13))).toEqual(ids(12))
    expect(await readKeptAfter(queryKeys.feed(HASH), 1)).toEqual([])
  })

  it('does not pass what was loaded of it for all there is', async () => {
    await keep(posts(30))
    expect(await readKeptAfter(queryKeys.feed(HASH), 1)).toBeUndefined()
    expect(await readKeptAfter(queryKeys.feed(HASH), 999)).toBeUndefined()
  })

  it('loses a post that the server does not name any more, with its comments', async () => {
    await keep(posts(4))
    await keepAnswer(queryKeys.comments(HASH, 3), [], NOW)
    await keep(posts(4).filter(({ id }) => id !== 3))
    expect(await firstIds()).toEqual([4, 2, 1])
    expect(await readKept(queryKeys.postView(HASH, 3))).toBeUndefined()
    expect(await readKept(queryKeys.comments(HASH, 3))).toBeUndefined()
  })

  it('loses its oldest post when a short page says that it is gone', async () => {
    await keep(posts(3), { isEnd: true })
    await keep(posts(3).slice(0, 2), { isEnd: true })
    expect(await firstIds()).toEqual([3, 2])
  })

  it('keeps what only everyone may see', async () => {
    await keep([post(3), { ...post(2), status: 'FAILEDBYNUDITY' }, post(1)])
    expect(await firstIds()).toEqual([3, 1])
  })

  it('takes in a post that was just finished, in its place, and only where there is a feed', async () => {
    await keep([post(4), post(2), post(1)])
    await keepFinished(post(3))
    await keepFinished({ ...post(3), event_hash: OTHER })
    expect(await firstIds()).toEqual([4, 3, 2, 1])
    expect(await readKept(queryKeys.feed(OTHER))).toBeUndefined()
  })

  it('forgets posts by name, wherever they lie', async () => {
    await keep(posts(4))
    await keepPosts([post(9)], NOW)
    await forgetPosts(HASH, [2, 4, 9])
    expect(await firstIds()).toEqual([3, 1])
    expect(new Set(await listKeptIds(HASH))).toEqual(new Set([1, 3]))
  })

  it('forgets posts among their author’s own as well, which get no newer by that', async () => {
    const own = queryKeys.ownPosts(HASH, 7)
    await keepAnswer(own, { pages: [[post(2), post(1)]], pageParams: [{ page: 1 }] }, NOW - 1000)
    await keepAnswer(queryKeys.ownPosts(OTHER, 7), { pages: [[post(2)]], pageParams: [0] }, NOW)
    await forgetPosts(HASH, [2])
    expect(await readKept(own)).toMatchObject({
      data: { pages: [[{ id: 1 }]] },
      updatedAt: NOW - 1000,
    })
    const other = await readKept(queryKeys.ownPosts(OTHER, 7))
    expect(other?.data).toMatchObject({ pages: [[{ id: 2 }]] })
  })
})

describe('a kept post', () => {
  it('opens with those after it in the feed', async () => {
    await keep(posts(3))
    expect(await viewIds(2)).toEqual([2, 1])
  })

  it('carries only comments that the server has', async () => {
    const Comments = [makeComment(-1), makeComment(7)].map((one, at) => ({
      ...one,
      id: at * 8 - 1,
    }))
    await keepPosts([{ ...post(9), Comments, commentCount: 2 }], NOW)
    const kept = await readKept(queryKeys.postView(HASH, 9))
    expect(kept?.data).toMatchObject({ pages: [[{ commentCount: 1, Comments: [{ id: 7 }] }]] })
  })

  it('opens alone where the feed does not know it', async () => {
    await keepPosts([post(9)], NOW)
    expect(await viewIds(9)).toEqual([9])
  })
})

describe('a kept answer', () => {
  it('is given back as it was, with its age', async () => {
    const comments = [
      { id: 1, content: 'Hi', createdAt: '2026-06-20T18:30:00.000Z', User: { id: 1, name: 'Ada' } },
    ]
    await keepAnswer(queryKeys.comments(HASH, 1), comments, NOW - 5)
    expect(await readKept(queryKeys.comments(HASH, 1))).toMatchObject({
      data: comments,
      updatedAt: NOW - 5,
    })
  })

  it('is not replaced by an older one', async () => {
    await keepAnswer(queryKeys.comments(HASH, 1), [], NOW)
    await keepAnswer(queryKeys.comments(HASH, 1), [{}], NOW - 1000)
    expect(await readKept(queryKeys.comments(HASH, 1))).toMatchObject({ data: [] })
  })

  it.each([
    ['that something else wrote', 'nonsense'],
    ['of another shape', { shape: 0, updatedAt: NOW, savedAt: NOW, data: [] }],
    ['that was cut', { shape: 1, updatedAt: NOW, savedAt: NOW, data: [{ id: 1 }] }],
  ])('%s counts for nothing, and the others are as they were', async (_what, record) => {
    await keepAnswer(queryKeys.comments(HASH, 2), [], NOW)
    await put(ANSWERS, [...queryKeys.comments(HASH, 1)], record)
    expect(await readKept(queryKeys.comments(HASH, 1))).toBeUndefined()
    expect(await readKept(queryKeys.comments(HASH, 2))).toMatchObject({ data: [] })
  })

  it('is missing from a feed alone where a single post was cut', async () => {
    await keep(posts(3))
    await put(POSTS, [HASH, 2], { shape: 1, updatedAt: NOW, savedAt: NOW, data: { id: 2 } })
    expect(await firstIds()).toEqual([3, 1])
  })

  it('outlives a read that fails, which is tried once more', async () => {
    await keep(posts(2))
    const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('lost', 'UnknownError')
    })
    expect(await firstIds()).toEqual([2, 1])
    expect(failing).toHaveBeenCalledTimes(2)
    failing.mockImplementation(() => {
      throw new DOMException('lost', 'UnknownError')
    })
    expect(await readKept(queryKeys.feed(HASH))).toBeUndefined()
    vi.restoreAllMocks()
    expect(await firstIds()).toEqual([2, 1])
  })

  it("goes with its user's session", async () => {
    await keepAnswer(['user', 'ormas'], [], NOW)
    await keepAnswer(queryKeys.comments(HASH, 1), [], NOW)
    await forgetUserAnswers()
    expect(await readKept(['user', 'ormas'])).toBeUndefined()
    expect(await readKept(queryKeys.comments(HASH, 1))).toBeDefined()
  })
})

describe('kept Ormas', () => {
  it('are the 20 visited last, and those that somebody wants to stay', async () => {
    const hashes = Array.from({ length: 25 }, (_, at) => `${at}`.padStart(22, 'A'))
    await changeKeptOrma(hashes[0] ?? '', () => ({ isWanted: true }))
    for (const [at, event_hash] of hashes.entries()) {
      await keepStretch(queryKeys.feed(event_hash), stretchOf([{ ...post(1), event_hash }]), {
        updatedAt: NOW,
      })
      await noteKeptVisit(event_hash, NOW + at)
    }
    const kept = (await listKeptOrmas()).map(({ event_hash }) => event_hash)
    expect(new Set(kept)).toEqual(new Set([hashes[0], ...hashes.slice(-20)]))
    expect(await readKept(queryKeys.feed(hashes[1] ?? ''))).toBeUndefined()
    expect(await readKept(queryKeys.feed(hashes[0] ?? ''))).toBeDefined()
  })

  it('go when nobody has looked at them for 30 days', async () => {
    await noteKeptVisit(HASH, NOW - 31 * DAY_MS)
    await noteKeptVisit(OTHER, NOW)
    expect((await listKeptOrmas()).map(({ event_hash }) => event_hash)).toEqual([OTHER])
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
  return keepStretch(queryKeys.feed(HASH), stretchOf(list, options), { updatedAt: NOW })
}

async function firstIds() {
  const kept = await readKept(queryKeys.feed(HASH))
  return idsOf((kept?.data as { pages: Post[][] } | undefined)?.pages[0])
}

async function viewIds(id: number) {
  const kept = await readKept(queryKeys.postView(HASH, id))
  return idsOf((kept?.data as { pages: Post[][] } | undefined)?.pages[0])
}

function idsOf(list: readonly Post[] | undefined) {
  return list?.map(({ id }) => id)
}

async function put(store: string, key: IDBValidKey, record: unknown): Promise<void> {
  await keptDatabase.transact([store], 'readwrite', async (transaction) => {
    transaction.objectStore(store).put(record, key)
  })
}
