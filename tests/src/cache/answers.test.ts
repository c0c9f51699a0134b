import 'fake-indexeddb/auto'
import { IDBDatabase } from 'fake-indexeddb'
import { set } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readAnswer, writeAnswer } from '../../../src/cache/answers.ts'
import { answers, posts as postRecords } from '../../../src/cache/cache-database.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { makeComment } from '../../support/post-shapes.ts'
import { HASH, NOW, emptyCache, firstIds, keep, posts } from './cached-feed-fixtures.ts'

const DAY_MS = 24 * 60 * 60_000

beforeEach(emptyCache)

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

  it('of a time to come is of an age that nobody knows, and gives way', async () => {
    await writeAnswer(queryKeys.comments(HASH, 1), [], NOW + DAY_MS)
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toMatchObject({ updatedAt: 1 })
    await writeAnswer(queryKeys.comments(HASH, 1), [makeComment(7)], NOW)
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toMatchObject({ data: [{ id: 7 }] })
  })

  it.each([
    ['that something else wrote', 'nonsense'],
    ['of another shape', { shape: 0, updatedAt: NOW, data: [] }],
    ['that was cut', { shape: 1, updatedAt: NOW, data: [{ id: 1 }] }],
  ])('%s counts for nothing, and the others are as they were', async (_what, record) => {
    await writeAnswer(queryKeys.comments(HASH, 2), [], NOW)
    await set([...queryKeys.comments(HASH, 1)], record, answers)
    expect(await readAnswer(queryKeys.comments(HASH, 1))).toBeUndefined()
    expect(await readAnswer(queryKeys.comments(HASH, 2))).toMatchObject({ data: [] })
  })

  it('is missing from a feed alone where a single post was cut', async () => {
    await keep(posts(3))
    await set([HASH, 2], { shape: 1, updatedAt: NOW, data: { id: 2 } }, postRecords)
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
})
