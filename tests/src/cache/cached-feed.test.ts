import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { readAnswer, readWhatIsHere, writeAnswer } from '../../../src/cache/answers.ts'
import { listIds } from '../../../src/cache/cache-database.ts'
import { cachePost, cachePosts, forgetPosts, readPosts } from '../../../src/cache/cached-posts.ts'
import { forgetOrma, forgetUserAnswers } from '../../../src/cache/cached-ormas.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { listOf } from '../../../src/posts/post-list.ts'
import type { PostPages } from '../../../src/posts/post-list.ts'
import { EVENT_HASH, downFrom, idsDown, idsOf, makePost } from '../../support/post-shapes.ts'
import {
  FEED,
  NOW,
  OTHER,
  cachedIds,
  cachedIdsAfter,
  emptyCache,
  keep,
} from './cached-feed-fixtures.ts'

beforeEach(emptyCache)

describe('a cached feed', () => {
  // Specification: 3.21
  it('gives its first page first, and the others when asked, to the last', async () => {
    await keep(downFrom(60, 1), { isEnd: true })
    expect(await cachedIds()).toEqual(idsDown(60, 1).slice(0, PAGE_SIZE))
    expect(await cachedIdsAfter(37)).toEqual(idsDown(36, 1).slice(0, PAGE_SIZE))
    expect(await cachedIdsAfter(13)).toEqual(idsDown(12, 1))
    expect(await cachedIdsAfter(1)).toEqual([])
  })

  it('does not pass what was loaded of it for all there is', async () => {
    await keep(downFrom(30, 1))
    expect(await cachedIdsAfter(1)).toBeUndefined()
    expect(await cachedIdsAfter(999)).toBeUndefined()
  })

  it('without posts is there; an emptied first page takes nothing for gone', async () => {
    await writeAnswer(FEED, listOf([]), NOW)
    expect(await cachedIds()).toEqual([])
    await emptyCache()
    await keep(downFrom(30, 1))
    await writeAnswer(FEED, listOf([]), NOW)
    expect(await cachedIds()).toEqual(idsDown(30, 1).slice(0, PAGE_SIZE))
    expect(await cachedIdsAfter(1)).toBeUndefined()
  })

  it('that was without posts has no end before the server tells of one', async () => {
    await writeAnswer(FEED, listOf([]), NOW)
    // One's own photo, of which the worker heard.
    await cachePost(makePost(195))
    await keep(downFrom(200, 1).slice(0, PAGE_SIZE))
    expect(await cachedIdsAfter(201 - PAGE_SIZE)).toBeUndefined()
  })

  it('loses its end where others may lie between that and its newest posts', async () => {
    await keep(downFrom(30, 1), { isEnd: true })
    await keep(downFrom(40, 1).slice(0, PAGE_SIZE))
    expect(await cachedIdsAfter(1)).toEqual([])
    await cachePost(makePost(195))
    await keep(downFrom(200, 1).slice(0, PAGE_SIZE))
    expect(await cachedIdsAfter(1)).toBeUndefined()
  })

  it.each([0, 1, 2, 3])(
    'has no end where others may lie before it, closed after %i writes',
    async (writes) => {
      await keep(downFrom(30, 1), { isEnd: true })
      closeAfter(writes)
      await keep(downFrom(200, 1).slice(0, PAGE_SIZE)).catch(() => undefined)
      const isNewHere = (await cachedIds())?.[0] === 200
      expect(isNewHere && (await cachedIdsAfter(1)) !== undefined).toBe(false)
    },
  )

  it('gives what is here of one where only a photo was looked at', async () => {
    await cachePosts([makePost(9), makePost(8)])
    expect(await readAnswer(FEED)).toBeUndefined()
    const here = await readWhatIsHere(FEED)
    expect(idsOf(here?.data as PostPages)).toEqual([9, 8])
    expect(here?.updatedAt).toBe(1)
    expect(await readWhatIsHere(queryKeys.feed(OTHER))).toBeUndefined()
  })

  it('loses a post that the server does not name any more, with its comments', async () => {
    await keep(downFrom(4, 1))
    await writeAnswer(queryKeys.comments(EVENT_HASH, 3), [], NOW)
    await keep(downFrom(4, 1).filter(({ id }) => id !== 3))
    expect(await cachedIds()).toEqual([4, 2, 1])
    expect(await readAnswer(queryKeys.postView(EVENT_HASH, 3))).toBeUndefined()
    expect(await readAnswer(queryKeys.comments(EVENT_HASH, 3))).toBeUndefined()
  })

  it('loses its oldest post when a short page says that it is gone', async () => {
    await keep(downFrom(3, 1), { isEnd: true })
    await keep(downFrom(3, 1).slice(0, 2), { isEnd: true })
    expect(await cachedIds()).toEqual([3, 2])
  })

  // Specification: 3.22
  it('leaves what waits for the owner to the answers of its user', async () => {
    const key = queryKeys.flagged(EVENT_HASH, 1)
    const flagged = [makePost(3), makePost(2)].map((each) => ({
      ...each,
      status: 'FAILEDBYNUDITY',
    }))
    await writeAnswer(key, flagged, NOW)
    expect((await readAnswer(key))?.data).toEqual(flagged)
    await forgetPosts(EVENT_HASH, [3])
    expect((await readAnswer(key))?.data).toEqual(flagged.slice(1))
    await forgetUserAnswers()
    expect(await readAnswer(key)).toBeUndefined()
    await writeAnswer(key, flagged, NOW)
    await forgetOrma(EVENT_HASH)
    expect(await readAnswer(key)).toBeUndefined()
  })

  it('keeps what only everyone may see', async () => {
    await keep([makePost(3), { ...makePost(2), status: 'FAILEDBYNUDITY' }, makePost(1)])
    expect(await cachedIds()).toEqual([3, 1])
  })

  it('takes in a finished post at its place, only of a cached Orma', async () => {
    await keep([makePost(4), makePost(2), makePost(1)])
    await cachePost(makePost(3))
    await cachePost({ ...makePost(3), event_hash: 'C'.repeat(22) })
    expect(await cachedIds()).toEqual([4, 3, 2, 1])
    expect(await listIds('C'.repeat(22))).toEqual([])
  })

  it('keeps the large picture of a post that it hears of once more', async () => {
    await keep([makePost(1)])
    await cachePost({ ...makePost(1), image_url: makePost(1).compressed_url, likeCount: 1 })
    expect(await readPosts(EVENT_HASH, [1])).toEqual([{ ...makePost(1), likeCount: 1 }])
  })

  it('forgets posts by name, wherever they lie', async () => {
    await keep(downFrom(4, 1))
    await cachePosts([makePost(9)])
    await writeAnswer(queryKeys.comments(EVENT_HASH, 2), [], NOW)
    await forgetPosts(EVENT_HASH, [2, 4, 9])
    expect(await readAnswer(queryKeys.comments(EVENT_HASH, 2))).toBeUndefined()
    expect(await cachedIds()).toEqual([3, 1])
    expect(new Set(await listIds(EVENT_HASH))).toEqual(new Set([1, 3]))
  })

  it('takes in a post again that was forgotten and is told of after all', async () => {
    const list = downFrom(2, 1)
    await keep(list)
    await forgetPosts(EVENT_HASH, [2])
    await keep(list)
    expect(await cachedIds()).toEqual([2, 1])
  })

  it('forgets posts among their author’s own as well, which get no newer by that', async () => {
    const own = queryKeys.ownPosts(EVENT_HASH, 7)
    await writeAnswer(
      own,
      { pages: [[makePost(2), makePost(1)]], pageParams: [{ page: 1 }] },
      NOW - 1000,
    )
    await writeAnswer(
      queryKeys.ownPosts(OTHER, 7),
      { pages: [[makePost(2)]], pageParams: [0] },
      NOW,
    )
    await forgetPosts(EVENT_HASH, [2])
    expect(await readAnswer(own)).toMatchObject({
      data: { pages: [[{ id: 1 }]] },
      updatedAt: NOW - 1000,
    })
    const other = await readAnswer(queryKeys.ownPosts(OTHER, 7))
    expect(other?.data).toMatchObject({ pages: [[{ id: 2 }]] })
  })
})

describe('a cached post', () => {
  it('is newer than its author’s list of own photos', async () => {
    const own = queryKeys.ownPosts(EVENT_HASH, 7)
    await writeAnswer(own, { pages: [[makePost(1)]], pageParams: [{ page: 1 }] }, NOW)
    await cachePosts([makePost(1, { likeCount: 3 })])
    expect((await readAnswer(own))?.data).toMatchObject({ pages: [[{ id: 1, likeCount: 3 }]] })
  })

  it('opens alone where the feed does not know it, else with those after it', async () => {
    await cachePosts([makePost(9)])
    expect(await cachedIds(queryKeys.postView(EVENT_HASH, 9))).toEqual([9])
    await keep(downFrom(3, 1))
    expect(await cachedIds(queryKeys.postView(EVENT_HASH, 2))).toEqual([2, 1])
  })
})

/** The page writes so often, and then no more, as it was closed. */
function closeAfter(writes: number): void {
  const real: IDBDatabase['transaction'] = Reflect.get(IDBDatabase.prototype, 'transaction')
  let left = writes
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function closing(
    this: IDBDatabase,
    ...args
  ) {
    if (args[1] === 'readwrite' && left-- <= 0) throw new DOMException('closed', 'AbortError')
    return real.apply(this, args)
  })
}
