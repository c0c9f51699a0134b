import 'fake-indexeddb/auto'
import { IDBDatabase } from 'fake-indexeddb'
import { clear, set } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readAnswer, writeAnswer } from '../../../src/cache/answers.ts'
import {
  answers,
  ormas,
  posts as postRecords,
  recordOf,
} from '../../../src/cache/cache-database.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import {
  downFrom,
  EVENT_HASH,
  makeComment,
  makeEvent,
  makePost,
} from '../../support/post-shapes.ts'
import { cachedIds, emptyCache, FEED, keep, NOW, OTHER, stretchOf } from './cached-feed-fixtures.ts'
import { changeCachedOrma, listCachedOrmas, noteVisit } from '../../../src/cache/cached-ormas.ts'
import { cacheStretch, readPosts } from '../../../src/cache/cached-posts.ts'

const DAY_MS = 24 * 60 * 60_000
const IN_2000 = Date.UTC(2000, 0, 1)
const COMMENTS = queryKeys.comments(EVENT_HASH, 1)
const OTHER_COMMENTS = queryKeys.comments(EVENT_HASH, 2)

beforeEach(emptyCache)

describe('a cached answer', () => {
  it('is given back as it was, with its age', async () => {
    const comments = [makeComment(1)]
    await writeAnswer(COMMENTS, comments, NOW - 5)
    expect(await readAnswer(COMMENTS)).toMatchObject({ data: comments, updatedAt: NOW - 5 })
  })

  it('is not replaced by an older one', async () => {
    await writeAnswer(COMMENTS, [], NOW)
    await writeAnswer(COMMENTS, [makeComment(7)], NOW - 1000)
    expect(await readAnswer(COMMENTS)).toMatchObject({ data: [] })
  })

  it('of a time to come is of an age that nobody knows, and gives way', async () => {
    await writeAnswer(COMMENTS, [], NOW + DAY_MS)
    expect(await readAnswer(COMMENTS)).toMatchObject({ updatedAt: 1 })
    await writeAnswer(COMMENTS, [makeComment(7)], NOW)
    expect(await readAnswer(COMMENTS)).toMatchObject({ data: [{ id: 7 }] })
  })

  it.each([
    ['that something else wrote', 'nonsense'],
    ['of another shape', { shape: 0, updatedAt: NOW, data: [] }],
    ['that was cut', { shape: 1, updatedAt: NOW, data: [{ id: 1 }] }],
  ])('%s counts for nothing, and the others are as they were', async (_what, record) => {
    await writeAnswer(OTHER_COMMENTS, [], NOW)
    await set([...COMMENTS], record, answers)
    expect(await readAnswer(COMMENTS)).toBeUndefined()
    expect(await readAnswer(OTHER_COMMENTS)).toMatchObject({ data: [] })
  })

  it('is missing from a feed alone where a single post was cut', async () => {
    await keep(downFrom(3, 1))
    await set([EVENT_HASH, 2], { shape: 1, updatedAt: NOW, data: { id: 2 } }, postRecords)
    expect(await cachedIds()).toEqual([3, 1])
  })

  it('of the release before there were videos is read: its posts are photos', async () => {
    const { allowVideos: _, maxVideoSeconds: __, maxVideoBytes: ___, ...orma } = makeEvent()
    const { kind: ____, ...photo } = makePost(1)
    await keep([makePost(1)])
    await set([...queryKeys.event(EVENT_HASH)], recordOf(orma), answers)
    await set([EVENT_HASH, 1], recordOf(photo), postRecords)
    expect(await readAnswer(queryKeys.event(EVENT_HASH))).toMatchObject({ data: makeEvent() })
    expect(await readPosts(EVENT_HASH, [1])).toEqual([makePost(1)])
  })

  it('outlives a read that fails, which is tried once more', async () => {
    await keep(downFrom(2, 1))
    const fail = () => {
      throw new DOMException('lost', 'UnknownError')
    }
    const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(fail)
    expect(await cachedIds()).toEqual([2, 1])
    expect(failing).toHaveBeenCalled()
    failing.mockImplementation(fail)
    expect(await readAnswer(FEED)).toBeUndefined()
    vi.restoreAllMocks()
    expect(await cachedIds()).toEqual([2, 1])
  })
})

function manyHashes(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${at}`.padStart(22, 'A'))
}

/** Visits Ormas one after the other, the first at this time. */
async function visitAll(hashes: readonly string[], from = NOW): Promise<void> {
  for (const [at, event_hash] of hashes.entries()) await noteVisit(event_hash, from + at)
}

/** The Ormas that are cached, the last visited first. */
async function cached(): Promise<string[]> {
  return (await listCachedOrmas()).map(({ event_hash }) => event_hash)
}

describe('cached Ormas', () => {
  beforeEach(() => clear(ormas))

  it('are the 20 visited last, and those that somebody wants to stay', async () => {
    const hashes = manyHashes(25)
    await changeCachedOrma(hashes[0] ?? '', { isWanted: true })
    for (const [at, event_hash] of hashes.entries()) {
      await cacheStretch(event_hash, stretchOf([makePost(1, { event_hash })]), NOW)
      await noteVisit(event_hash, NOW + at)
    }
    expect(new Set(await cached())).toEqual(new Set([hashes[0], ...hashes.slice(-20)]))
    expect(await readAnswer(queryKeys.feed(hashes[1] ?? ''))).toBeUndefined()
    expect(await readAnswer(queryKeys.feed(hashes[0] ?? ''))).toBeDefined()
  })

  it('go when nobody has looked at them for 30 days, except the five visited last', async () => {
    const hashes = manyHashes(7)
    await visitAll(hashes, NOW - 31 * DAY_MS)
    expect(await cached()).toHaveLength(7)
    await noteVisit(OTHER, NOW)
    expect(await cached()).toEqual([OTHER, ...hashes.slice(-4).toReversed()])
  })

  it('stay when they are looked at while the clock is years behind', async () => {
    await noteVisit(EVENT_HASH, NOW)
    await visitAll(manyHashes(6), NOW + 1)
    await noteVisit(EVENT_HASH, IN_2000)
    await noteVisit(OTHER, IN_2000 + 1)
    await noteVisit('first-after', NOW + DAY_MS)
    expect((await cached()).slice(0, 3)).toEqual(['first-after', OTHER, EVENT_HASH])
    expect(await cached()).toHaveLength(9)
  })

  it('stay, the last of them, when one is opened while the clock is far ahead', async () => {
    await visitAll([EVENT_HASH, OTHER])
    await noteVisit('in a year', NOW + 365 * DAY_MS)
    expect(await cached()).toEqual(['in a year', OTHER, EVENT_HASH])
  })

  it('are in the order of their visits also after a clock that was ahead', async () => {
    await noteVisit(OTHER, NOW + 365 * DAY_MS)
    await visitAll([EVENT_HASH, ...manyHashes(20)])
    expect(await cached()).toEqual(manyHashes(20).toReversed())
  })
})
