import 'fake-indexeddb/auto'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { noteContact } from '../../../src/api/contact.ts'
import { writeAnswer } from '../../../src/cache/answers.ts'
import { changeCachedOrma } from '../../../src/cache/cached-ormas.ts'
import { cacheStretch } from '../../../src/cache/cached-posts.ts'
import { feedQuery } from '../../../src/features/feed/feed-queries.ts'
import { announce } from '../../../src/outbox/queue/announce.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { checkShownPages } from '../../../src/live/check-cached-pages.ts'
import { createNews } from '../../../src/live/live-news.ts'
import { followOrma } from '../../../src/live/live-orma.ts'
import { outbox } from '../../../src/outbox/store/outbox.ts'
import { listOf } from '../../../src/posts/post-list.ts'
import type { IdPages } from '../../../src/posts/post-list.ts'
import { createQueryClient } from '../../../src/start/query-client.ts'
import { flaggedQuery } from '../../../src/session/user-queries.ts'
import { USER_ID, photoOf, put } from '../../support/outbox-photos.ts'
import { postsUnder, setPosts } from '../../support/page-posts.ts'
import { EVENT_HASH, downFrom, idsDown, idsOf, makePost } from '../../support/post-shapes.ts'

const feedKey = queryKeys.feed(EVENT_HASH)
const newestKey = queryKeys.newest(EVENT_HASH)
const SENT = { state: 'done', postStatus: 'COMPLETED' } as const
const GUEST = { userId: undefined, token: undefined }

/** The post after which a call asks for more. */
const afterIn = (path: string) => Number(/after=(\d+)/.exec(path)?.[1])

beforeEach(() => {
  // A page out of sight has no stream.
  const page = { visibilityState: 'hidden', cookie: '' }
  vi.stubGlobal('document', Object.assign(new EventTarget(), page))
  vi.stubGlobal('window', new EventTarget())
})

it('without a stream, a photo that was seen finished by its sender is shown', async () => {
  const client = new QueryClient()
  setPosts(client, newestKey, listOf(downFrom(3, 1)))
  setPosts(client, queryKeys.pending(EVENT_HASH, 1), [makePost(4)])
  const stop = followOrma(client, EVENT_HASH, { userId: 1, token: undefined })
  const shown = () => idsOf(client.getQueryData<IdPages>(newestKey) ?? listOf([]))
  // Until the page listens.
  const told = setInterval(() => {
    announce({ type: 'POST_FINISHED', post: makePost(4) })
    announce({ type: 'POST_FINISHED', post: makePost(5, { event_hash: 'b'.repeat(22) }) })
  }, 50)
  await vi.waitFor(() => expect(shown()).toEqual([4, 3, 2, 1]))
  expect(postsUnder(client, queryKeys.pending(EVENT_HASH, 1))).toMatchObject([
    { status: 'COMPLETED' },
  ])
  clearInterval(told)
  stop()
})

it('a removed photo is not shown as sent, nor by an answer that comes late', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const key = await put(outbox, { ...SENT, eventHash: EVENT_HASH, postId: 7 })
  const news = JSON.stringify({ type: 'POST_REMOVED', post_id: 7 })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/live')) {
      const start = (stream: ReadableStreamDefaultController) =>
        stream.enqueue(new TextEncoder().encode(`id: 9\ndata: ${news}\n\n`))
      const headers = { 'content-type': 'text/event-stream' }
      return new Response(new ReadableStream({ start }), { headers })
    }
    return Response.json({ ids: [] })
  })
  const client = new QueryClient()
  const stop = followOrma(client, EVENT_HASH, { userId: USER_ID, token: 'token' })
  const isGone = async () => expect((await photoOf(outbox, key))?.postStatus).toBe('GONE')
  await vi.waitFor(isGone, 10_000)
  await outbox.change(key, () => SENT)
  announce({ type: 'POST_FINISHED', post: makePost(7) })
  await vi.waitFor(isGone, 10_000)
  stop()
  client.clear()
})

it('on a slow line, cached pages are asked for as soon as the server answers', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  await changeCachedOrma(EVENT_HASH, {})
  // Hours ago, and now: between them the device has nothing.
  await cacheStretch(EVENT_HASH, { posts: downFrom(88, 1), isTop: true, isEnd: true }, 1)
  const newest = downFrom(160, 113)
  await cacheStretch(EVENT_HASH, { posts: newest, isTop: true, isEnd: false }, Date.now())
  const waiting: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const after = afterIn(path)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return Response.json(downFrom(after - 1, after - PAGE_SIZE))
  })
  const client = createQueryClient()
  setPosts(client, feedKey, listOf(newest.slice(0, PAGE_SIZE)))
  const feed = new InfiniteQueryObserver(client, feedQuery(EVENT_HASH))
  const unsubscribe = feed.subscribe(() => undefined)
  const stop = followOrma(client, EVENT_HASH, GUEST)
  const shown = () => idsOf(client.getQueryData<IdPages>(feedKey) ?? listOf([]))

  await feed.fetchNextPage()
  // The answer that was too late has the page asked for; while it is, the cache gives one more.
  waiting[0]?.()
  await vi.waitFor(() => expect(waiting).toHaveLength(2), 30_000)
  await feed.fetchNextPage()
  expect(shown()).toEqual([...idsDown(160, 113), ...idsDown(88, 65)])
  for (const answer of waiting.slice(1)) answer()
  await vi.waitFor(() => expect(waiting).toHaveLength(4), 30_000)
  waiting[3]?.()
  await vi.waitFor(() => expect(shown()).toEqual(idsDown(160, 89)), 30_000)
  stop()
  unsubscribe()
  client.clear()
  noteContact(true)
})

it('pages that missed news are asked for at the next contact', async () => {
  const client = new QueryClient()
  setPosts(client, feedKey, {
    pages: [downFrom(60, 37), downFrom(36, 13), downFrom(12, 1)],
    pageParams: [{ page: 1 }, { page: 2, after: 37 }, { page: 3, after: 13 }],
  })
  const asked: number[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const after = afterIn(path)
    asked.push(after)
    if (asked.length === 1) throw new TypeError('no network')
    return Response.json(downFrom(after - 1, after === 37 ? 13 : 1))
  })
  const missed = { token: undefined, gone: new Set<number>() }
  await checkShownPages(client, EVENT_HASH, { ...missed, all: true })
  await checkShownPages(client, EVENT_HASH, { ...missed, all: false })
  await checkShownPages(client, EVENT_HASH, { ...missed, all: false })
  expect(asked).toEqual([37, 37, 13])
  client.clear()
  noteContact(true)
})

it('a large page is asked for again as a whole', async () => {
  const client = new QueryClient()
  setPosts(client, feedKey, {
    pages: [downFrom(560, 537), downFrom(536, 57), downFrom(56, 33)],
    pageParams: [{ page: 1 }, { page: 2, after: 537 }, { page: 3, after: 57 }],
  })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(new URL(path, 'http://localhost').search)
    const after = afterIn(path)
    const size = Number(/limit=(\d+)/.exec(path)?.[1] ?? PAGE_SIZE)
    const there = downFrom(after - 1, 1).filter(({ id }) => id !== 60)
    return Response.json(there.slice(0, size))
  })
  await checkShownPages(client, EVENT_HASH, { token: undefined, gone: new Set(), all: true })
  expect(asked).toEqual(['?after=537&limit=480', '?after=57&limit=24'])
  expect(idsOf(client.getQueryData<IdPages>(feedKey) ?? listOf([]))).toEqual(
    idsDown(560, 33).filter((id) => id !== 60),
  )
  client.clear()
})

it('a cached list is asked for where news of it were heard before', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  await changeCachedOrma(EVENT_HASH, {})
  const viewer = { userId: 1, token: 'token', isHeard: true }
  await writeAnswer(queryKeys.flagged(EVENT_HASH, 1), [], Date.now())
  const flagged = makePost(4, { status: 'FAILEDBYNUDITY' })
  vi.stubGlobal('fetch', async () => Response.json({ data: [flagged] }))
  const client = createQueryClient()
  const news = createNews(client, EVENT_HASH)
  news.take({ type: 'POST_CHANGED', post: flagged })

  const list = new QueryObserver(client, flaggedQuery(EVENT_HASH, viewer))
  const unsubscribe = list.subscribe(() => undefined)
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual([4]), 10_000)
  news.stop()
  unsubscribe()
  client.clear()
})
