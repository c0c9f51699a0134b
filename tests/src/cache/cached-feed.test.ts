import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { readAnswer, readPage, readWhatIsHere, writeAnswer } from '../../../src/cache/answers.ts'
import { listIds } from '../../../src/cache/cache-database.ts'
import { cachePost, cachePosts, forgetPosts, readPosts } from '../../../src/cache/cached-posts.ts'
import { forgetOrma, forgetUserAnswers } from '../../../src/cache/forget.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { allPosts, listOf } from '../../../src/posts/post-list.ts'
import type { PostPages } from '../../../src/posts/post-list.ts'
import { makeComment } from '../../support/post-shapes.ts'
import {
  HASH,
  NOW,
  OTHER,
  emptyCache,
  firstIds,
  ids,
  idsOf,
  keep,
  post,
  posts,
  viewIds,
} from './cached-feed-fixtures.ts'

beforeEach(emptyCache)

describe('a cached feed', () => {
  // Specification: 3.21
  it('gives its first page first, and the others when asked, to the last', async () => {
    await keep(posts(60), { isEnd: true })
    expect(await firstIds()).toEqual(ids(60).slice(0, PAGE_SIZE))
    expect(idsOf(await readPage(queryKeys.feed(HASH), { after: 37 }))).toEqual(
      ids(36).slice(0, PAGE_SIZE),
    )
    expect(idsOf(await readPage(queryKeys.feed(HASH), { after: 13 }))).toEqual(ids(12))
    expect(await readPage(queryKeys.feed(HASH), { after: 1 })).toEqual([])
  })

  it('does not pass what was loaded of it for all there is', async () => {
    await keep(posts(30))
    expect(await readPage(queryKeys.feed(HASH), { after: 1 })).toBeUndefined()
    expect(await readPage(queryKeys.feed(HASH), { after: 999 })).toBeUndefined()
  })

  it('without posts is there; an emptied first page takes nothing for gone', async () => {
    await writeAnswer(queryKeys.feed(HASH), listOf([]), NOW)
    expect(await firstIds()).toEqual([])
    await emptyCache()
    await keep(posts(30))
    await writeAnswer(queryKeys.feed(HASH), listOf([]), NOW)
    expect(await firstIds()).toEqual(ids(30).slice(0, PAGE_SIZE))
    expect(await readPage(queryKeys.feed(HASH), { after: 1 })).toBeUndefined()
  })

  it('that was without posts has no end before the server tells of one', async () => {
    await writeAnswer(queryKeys.feed(HASH), listOf([]), NOW)
    // One's own photo, of which the worker heard.
    await cachePost(post(195))
    await keep(posts(200).slice(0, PAGE_SIZE))
    const last = 200 - PAGE_SIZE + 1
    expect(await readPage(queryKeys.feed(HASH), { after: last })).toBeUndefined()
  })

  it('loses its end where others may lie between that and its newest posts', async () => {
    await keep(posts(30), { isEnd: true })
    await keep(posts(40).slice(0, PAGE_SIZE))
    expect(await readPage(queryKeys.feed(HASH), { after: 1 })).toEqual([])
    await cachePost(post(195))
    await keep(posts(200).slice(0, PAGE_SIZE))
    expect(await readPage(queryKeys.feed(HASH), { after: 1 })).toBeUndefined()
  })

  for (const writes of [0, 1, 2, 3])
    it(`has no end where others may lie before it, closed after ${writes} writes`, async () => {
      await keep(posts(30), { isEnd: true })
      closeAfter(writes)
      await keep(posts(200).slice(0, PAGE_SIZE)).catch(() => undefined)
      const isNewHere = (await firstIds())?.[0] === 200
      const end = await readPage(queryKeys.feed(HASH), { after: 1 })
      expect(isNewHere && end !== undefined).toBe(false)
    })

  it('gives what is here of one where only a photo was looked at', async () => {
    await cachePosts([post(9), post(8)])
    expect(await readAnswer(queryKeys.feed(HASH))).toBeUndefined()
    const here = await readWhatIsHere(queryKeys.feed(HASH))
    expect(idsOf(allPosts(here?.data as PostPages))).toEqual([9, 8])
    expect(here?.updatedAt).toBe(1)
    expect(await readWhatIsHere(queryKeys.feed(OTHER))).toBeUndefined()
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

  // Specification: 3.22
  it('leaves what waits for the owner to the answers of its user', async () => {
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

  it('takes in a finished post at its place, only of a cached Orma', async () => {
    await keep([post(4), post(2), post(1)])
    await cachePost(post(3))
    await cachePost({ ...post(3), event_hash: 'C'.repeat(22) })
    expect(await firstIds()).toEqual([4, 3, 2, 1])
    expect(await listIds('C'.repeat(22))).toEqual([])
  })

  it('keeps the large picture of a post that it hears of once more', async () => {
    await keep([post(1)])
    await cachePost({ ...post(1), image_url: post(1).compressed_url, likeCount: 1 })
    expect(await readPosts(HASH, [1])).toEqual([{ ...post(1), likeCount: 1 }])
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
