import 'fake-indexeddb/auto'
import { keys } from 'idb-keyval'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { ApiError } from '../../../src/api/api-error.ts'
import { noteContact } from '../../../src/api/contact.ts'
import { readAnswer, writeAnswer } from '../../../src/cache/answers.ts'
import { answers } from '../../../src/cache/cache-database.ts'
import {
  listReadableOrmas,
  forgetOrma,
  forgetUserAnswers,
  markPaused,
} from '../../../src/cache/cached-ormas.ts'
import { cachePost, readPosts } from '../../../src/cache/cached-posts.ts'
import { changePost, removePosts } from '../../../src/cache/page/post-cache.ts'
import { listOf } from '../../../src/posts/post-list.ts'
import type { PostPages } from '../../../src/posts/post-list.ts'
import { setLiked } from '../../../src/posts/post-reactions.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { EVENT_HASH, idsDown, idsOf, makeEvent, makePost } from '../../support/post-shapes.ts'
import { setPosts } from '../../support/page-posts.ts'
import { FEED, cachedIds, cachedIdsAfter } from './cached-feed-fixtures.ts'
import { EVENT, openPage, ormaOnServer, visitedPage } from './cached-orma-fixtures.ts'

const OWNER = { id: 1, name: 'Anna' }
const server = ormaOnServer()

beforeAll(() => void vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => noteContact(true))

// One Orma on one device, from the first word of it to the last. Each step goes on where the one before it ended.
describe('the life of a cached Orma', () => {
  it('does not begin with what is only looked up in passing', async () => {
    const page = openPage(server)
    await page.askEvent()
    await page.settled()
    expect(await keys(answers)).toEqual([])
  })

  it('begins as it is visited, with what came before that', async () => {
    const page = openPage(server)
    await page.askEvent()
    await page.askFeed()
    await page.visit()
    page.close()
    expect(await readAnswer(EVENT)).toMatchObject({ data: { name: 'Summer' } })
    expect(await cachedIds()).toEqual(idsDown(30, 30 - PAGE_SIZE + 1))
    expect(await listReadableOrmas()).toMatchObject([{ event_hash: EVENT_HASH }])
  })

  it('takes in each page as the server gives it, and its end', async () => {
    const page = await visitedPage(server)
    await page.askFeed()
    await page.askMore()
    await page.askMore()
    await page.settled()
    expect(await cachedIdsAfter(7)).toEqual(idsDown(6, 1))
    expect(await cachedIdsAfter(1)).toEqual([])
  })

  it('takes in what a person does here, before the server has answered', async () => {
    const page = await visitedPage(server)
    await page.askFeed()
    changePost(page.client, 30, (post) => setLiked(post, 7, true))
    await page.settled()
    expect(await readPosts(EVENT_HASH, [30])).toMatchObject([{ id: 30, likeCount: 1 }])
  })

  it('loses nothing to a newest page that the server has not told of', async () => {
    const page = openPage(server)
    await page.askEvent()
    await page.askFeed()
    setPosts(page.client, queryKeys.newest(EVENT_HASH), listOf([makePost(30), makePost(28)]))
    await page.visit()
    await page.settled()
    expect(await cachedIds()).toEqual(idsDown(30, 30 - PAGE_SIZE + 1))
    expect(await cachedIdsAfter(7)).toEqual(idsDown(6, 1))
  })

  it('is there for the next page before the server is asked', async () => {
    // As the worker has seen it finished.
    server.posts.unshift(makePost(31))
    await cachePost(makePost(31))
    const before = await readAnswer(EVENT)
    server.asked.length = 0
    const page = openPage(server)
    const event = await page.askEvent()
    expect(event).toMatchObject({ name: 'Summer' })
    expect(server.asked).toEqual([])
    expect(page.client.getQueryState(EVENT)?.dataUpdatedAt).toBe(before?.updatedAt)
    await vi.waitFor(() => expect(server.asked).toEqual(['event']))
    await page.settled()
  })

  it('gets no newer by being shown again, and takes in later news', async () => {
    const before = await readAnswer(EVENT)
    server.isSilent = true
    const page = openPage(server)
    page.client.getQueryCache().subscribe(({ type }) => {
      if (type === 'observerResultsUpdated') void page.visit()
    })
    await page.askEvent()
    await page.settled()
    expect((await readAnswer(EVENT))?.updatedAt).toBe(before?.updatedAt)
    server.isSilent = false
  })

  it('is there page by page where the server is silent, and gets no newer', async () => {
    const before = (await readAnswer(FEED))?.updatedAt
    server.isSilent = true
    const page = await visitedPage(server)
    await page.askFeed()
    await page.settled()
    const more = await page.askMore()
    expect(more && idsOf(more)).toEqual(idsDown(31, 1))
    expect(more?.pageParams.at(-1)).toMatchObject({ isCached: true })
    await page.settled()
    expect((await readAnswer(FEED))?.updatedAt).toBe(before)
    server.isSilent = false
  })

  it('loses a post that is out of its place', async () => {
    const page = await visitedPage(server)
    server.posts.splice(2, 1)
    await page.askNewest()
    await page.settled()
    expect((await cachedIds())?.slice(0, 3)).toEqual([31, 30, 28])
  })

  it('loses at once a post that is removed from its feed, other photos later', async () => {
    const own = queryKeys.ownPosts(EVENT_HASH, OWNER.id)
    const ownIds = async () => idsOf((await readAnswer(own))?.data as PostPages)
    await writeAnswer(own, listOf([makePost(26), makePost(25)]), Date.now())
    const elsewhere = openPage(server)
    setPosts(elsewhere.client, own, listOf([makePost(26), makePost(25)]))
    removePosts(elsewhere.client, EVENT_HASH, [26])
    await elsewhere.settled()
    expect([await ownIds(), (await cachedIds())?.includes(26)]).toEqual([[26, 25], true])
    const page = await visitedPage(server)
    await page.askFeed()
    await page.settled()
    removePosts(page.client, EVENT_HASH, [26])
    await page.settled()
    expect([await ownIds(), (await cachedIds())?.includes(26)]).toEqual([[25], false])
  })

  it('shows nothing while its owner has paused it, and all of it afterwards', async () => {
    const before = openPage(server)
    await before.askEvent()
    await before.settled()
    const error = new ApiError(403, 'It is paused', { code: 'paused' })
    before.client.getQueryCache().find({ queryKey: EVENT })?.setState({ error, status: 'error' })
    await markPaused(EVENT_HASH, error.message)
    // What the page still has of it takes no mark away.
    await before.visit()
    server.isSilent = true
    const page = openPage(server)
    await expect(page.askEvent()).rejects.toMatchObject({ code: 'paused', message: 'It is paused' })
    await expect(page.askFeed()).rejects.toMatchObject({ code: 'paused' })
    server.isSilent = false
    const again = await visitedPage(server)
    await again.askEvent()
    await again.settled()
    expect((await cachedIds())?.length).toBe(PAGE_SIZE)
  })

  it('is read by its user alone where it tells of them', async () => {
    const page = await visitedPage(server)
    const key = ['user', 'ormas']
    await page.client.fetchQuery({ queryKey: key, queryFn: () => [makeEvent()] })
    await page.settled()
    expect(await readAnswer(key)).toBeDefined()
    page.client.setQueryData(key, [])
    page.client.removeQueries({ queryKey: key })
    await forgetUserAnswers()
    await page.settled()
    expect(await readAnswer(key)).toBeUndefined()
  })

  it('ends for good when the server has it no more', async () => {
    const page = await visitedPage(server)
    await page.askFeed()
    await page.settled()
    expect(await cachedIds()).toBeDefined()
    await writeAnswer(['user', 'ormas'], [makeEvent()], Date.now())
    await forgetOrma(EVENT_HASH, true)
    page.client.setQueryData(EVENT, makeEvent())
    await page.settled()
    expect(await keys(answers)).toEqual([['user', 'ormas']])
    expect(await readAnswer(['user', 'ormas'])).toMatchObject({ data: [] })
  })
})
