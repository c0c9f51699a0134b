import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Comment, Event } from '../../../contract/entities.ts'
import { postStore } from '../../../src/cache/post-store.ts'
import { listOf } from '../../../src/posts/post-list.ts'
import type { IdPages } from '../../../src/posts/post-list.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { askForOlder, createNews } from '../../../src/live/live-news.ts'
import { forgetUnread, refreshUploads, showUnread } from '../../../src/outbox/page/upload-store.ts'
import { postsUnder, putList, setPosts } from '../../support/page-posts.ts'
import { newChange } from '../../support/outbox-photos.ts'
import {
  EVENT_HASH,
  downFrom,
  inPages,
  likesOf,
  makeComment,
  makeEvent,
  makePost,
} from '../../support/post-shapes.ts'

const feedKey = queryKeys.feed(EVENT_HASH)
const newestKey = queryKeys.newest(EVENT_HASH)
const viewKey = queryKeys.postView(EVENT_HASH, 2)
const commentsKey = queryKeys.comments(EVENT_HASH, 2)

let client: QueryClient
let news: ReturnType<typeof createNews>

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  setPosts(client, feedKey, inPages(downFrom(3, 1)))
  setPosts(client, newestKey, listOf(downFrom(3, 1)))
  setPosts(client, viewKey, inPages(downFrom(2, 1)))
  client.setQueryData(commentsKey, [])
  news = createNews(client, EVENT_HASH)
})
afterEach(() => {
  news.stop()
})

const newest = () => postsUnder(client, newestKey) ?? []
const postIn = (key: readonly unknown[], id: number) =>
  postsUnder(client, key)?.find((post) => post.id === id)
/** Whether it will be asked for again when it is looked at. */
const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.dataUpdatedAt === 0
/** A post wherever it is shown. */
const everywhere = (id: number) => [
  postIn(feedKey, id),
  postIn(viewKey, id),
  newest().find((post) => post.id === id),
]

describe('news of an Orma', () => {
  it('change what is shown of it, and have its owner alone ask again', () => {
    const key = queryKeys.event(EVENT_HASH)
    const shown = () => client.getQueryData<Event>(key)
    const told = makeEvent({ name: 'Autumn', uploadsOpen: false })
    news.take({ type: 'EVENT_CHANGED', event: told })
    expect(shown()).toBeUndefined()

    client.setQueryData(key, makeEvent())
    const before = client.getQueryState(key)?.dataUpdatedAt
    vi.advanceTimersByTime(5000)
    news.take({ type: 'EVENT_CHANGED', event: told })
    expect(shown()).toEqual(told)
    expect(client.getQueryState(key)).toMatchObject({ dataUpdatedAt: before, isInvalidated: false })

    const ofOwner = { uploadsClosed: false, endsAt: null, storageBytes: 5 }
    client.setQueryData(key, makeEvent(ofOwner))
    news.take({ type: 'EVENT_CHANGED', event: told })
    expect(shown()).toEqual({ ...told, ...ofOwner })
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
    expect(client.getQueryState(feedKey)?.isInvalidated).toBe(false)
  })

  it('have a new post wait among the newest, from where it joins the feed', () => {
    news.take({ type: 'POST_CHANGED', post: makePost(4) })
    news.take({ type: 'POST_CHANGED', post: makePost(5, { status: 'FAILEDPROCESSING' }) })
    expect(newest().map(({ id }) => id)).toEqual([4, 3, 2, 1])
    expect(postIn(feedKey, 4)).toBeUndefined()
  })

  it('put a new post into a feed that nobody looks at', () => {
    client.removeQueries({ queryKey: newestKey })
    const before = client.getQueryState(feedKey)?.dataUpdatedAt
    vi.advanceTimersByTime(5000)
    news.take({ type: 'POST_CHANGED', post: makePost(4) })
    expect(postsUnder(client, feedKey)?.map(({ id }) => id)).toEqual([4, 3, 2, 1])
    expect(client.getQueryState(feedKey)?.dataUpdatedAt).toBe(before)
  })

  // Specification: 3.22, 4.27
  it('have a flagged post wait for the owner until it is decided', () => {
    const flaggedKey = queryKeys.flagged(EVENT_HASH, 1)
    const pendingKey = queryKeys.pending(EVENT_HASH, 2)
    const flagged = (id: number) => makePost(id, { status: 'FAILEDBYNUDITY' })
    const idsIn = (key: readonly unknown[]) =>
      postsUnder(client, key)?.flatMap(({ id, status }) => (status === 'COMPLETED' ? [] : id))
    setPosts(client, flaggedKey, [flagged(7), flagged(5)])
    setPosts(client, pendingKey, [flagged(5)])
    news.take({ type: 'POST_CHANGED', post: flagged(6) })
    news.take({ type: 'POST_CHANGED', post: flagged(6) })
    expect(idsIn(flaggedKey)).toEqual([7, 6, 5])
    expect(newest().map(({ id }) => id)).toEqual([3, 2, 1])
    news.take({ type: 'POST_CHANGED', post: makePost(5) })
    news.take({ type: 'POST_REMOVED', post_id: 7 })
    expect(idsIn(flaggedKey)).toEqual([6])
    expect(idsIn(pendingKey)).toEqual([])
    expect(newest().map(({ id }) => id)).toEqual([5, 3, 2, 1])
  })

  it('keep the large picture of a post when an older answer comes after it', () => {
    const early = makePost(2, { image_url: '/media/2-small' })
    news.take({ type: 'POST_CHANGED', post: early })
    expect(everywhere(2).map((post) => post?.image_url)).toEqual(Array(3).fill('/media/2'))
    const other = { image_url: '/media/other-small', compressed_url: '/media/other-small' }
    news.take({ type: 'POST_CHANGED', post: makePost(2, other) })
    expect(everywhere(2)).toEqual(Array(3).fill(expect.objectContaining(other)))
  })

  it('leave what people did to a post as its viewer may see it', () => {
    const known = { Likes: likesOf(9), likeCount: 140 }
    setPosts(client, viewKey, inPages([makePost(4, { ...known, status: 'READYFORPROCESSING' })]))
    news.take({ type: 'POST_CHANGED', post: makePost(4, { likeCount: 0 }) })
    expect(postIn(viewKey, 4)).toMatchObject({ ...known, status: 'COMPLETED' })
  })

  it('take a post that was deleted out everywhere', () => {
    news.take({ type: 'POST_REMOVED', post_id: 2 })
    expect(everywhere(2)).toEqual([undefined, undefined, undefined])
    expect(newest()).toHaveLength(2)
  })

  it('change likes everywhere, to what the server counts', () => {
    news.take({ type: 'LIKE_CHANGED', post_id: 2, userId: 7, liked: true, likeCount: 5 })
    for (const post of everywhere(2)) {
      expect(post).toMatchObject({ likeCount: 5, Likes: [{ userId: 7 }] })
    }
    news.take({ type: 'LIKE_CHANGED', post_id: 2, userId: 7, liked: false, likeCount: 4 })
    for (const post of everywhere(2)) expect(post).toMatchObject({ likeCount: 4, Likes: [] })
  })

  it('change comments everywhere, and heard twice they are the same', () => {
    const told = {
      type: 'COMMENT_CHANGED',
      post_id: 2,
      comment: makeComment(5),
      commentCount: 1,
    } as const
    for (const _time of [1, 2]) news.take(told)
    for (const post of everywhere(2)) {
      expect(post).toMatchObject({ commentCount: 1, Comments: [told.comment] })
    }
    expect(client.getQueryData<Comment[]>(commentsKey)).toEqual([told.comment])
    const everyKey = queryKeys.everyComment(EVENT_HASH)
    client.setQueryData(everyKey, { pages: [], pageParams: [] })
    news.take({ type: 'COMMENT_REMOVED', post_id: 2, comment_id: 5, commentCount: 0 })
    expect(client.getQueryState(everyKey)?.isInvalidated).toBe(true)
    for (const post of everywhere(2)) expect(post).toMatchObject({ commentCount: 0, Comments: [] })
    expect(client.getQueryData<Comment[]>(commentsKey)).toEqual([])
  })

  it('have a post asked for again that carries fewer comments than there are', () => {
    const isAskedFor = () => client.getQueryState(viewKey)?.isInvalidated
    const told = { type: 'COMMENT_REMOVED', post_id: 2 } as const
    const Comments = [7, 6, 5].map((id) => makeComment(id))
    setPosts(client, viewKey, inPages([makePost(2, { Comments, commentCount: 5 })]))
    news.take({ ...told, comment_id: 4, commentCount: 4 })
    expect(isAskedFor()).toBe(false)
    news.take({ ...told, comment_id: 7, commentCount: 3 })
    expect(isAskedFor()).toBe(true)
  })

  it('wait while a change of one’s own is on its way, and the last counts', async () => {
    const key = 'a-key'
    showUnread(newChange('like', { key, postId: 2, eventHash: EVENT_HASH }))
    news.take({ type: 'LIKE_CHANGED', post_id: 2, userId: 7, liked: true, likeCount: 1 })
    news.take({ type: 'LIKE_CHANGED', post_id: 3, userId: 7, liked: true, likeCount: 1 })
    news.take({ type: 'LIKE_CHANGED', post_id: 2, userId: 7, liked: true, likeCount: 2 })
    await vi.advanceTimersByTimeAsync(1000)
    expect([postIn(feedKey, 2)?.likeCount, postIn(feedKey, 3)?.likeCount]).toEqual([0, 1])
    const shown: number[] = []
    postStore(client).subscribe(() => shown.push(postIn(feedKey, 2)?.likeCount ?? -1))
    forgetUnread(key)
    await refreshUploads()
    await vi.advanceTimersByTimeAsync(300)
    expect(shown.every((count) => count === 2)).toBe(true)
    expect(shown.length).toBeGreaterThan(0)
  })

  it('wait for an answer under way, which may be older than they are', async () => {
    let answer = (_list: IdPages) => {}
    const reading = client.fetchQuery({
      queryKey: newestKey,
      queryFn: () => new Promise<IdPages>((resolve) => (answer = resolve)),
    })
    news.take({ type: 'POST_CHANGED', post: makePost(4) })
    news.take({ type: 'LIKE_CHANGED', post_id: 3, userId: 7, liked: true, likeCount: 1 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(newest()).toHaveLength(3)
    answer(putList(client, listOf(downFrom(3, 1))))
    await reading
    await vi.advanceTimersByTimeAsync(300)
    expect(newest()).toMatchObject([{ id: 4 }, { id: 3, likeCount: 1 }, { id: 2 }, { id: 1 }])
  })

  it('that wait are shown when nobody listens any more: they are told only once', () => {
    void client.fetchQuery({ queryKey: newestKey, queryFn: () => new Promise<IdPages>(() => {}) })
    news.take({ type: 'POST_REMOVED', post_id: 2 })
    expect(postIn(feedKey, 2)?.id).toBe(2)
    news.stop()
    expect(postIn(feedKey, 2)).toBeUndefined()
  })

  it('have everything asked for again where there are too many of them', () => {
    const others = [queryKeys.event(EVENT_HASH), queryKeys.film(EVENT_HASH, '2026-06-20')]
    for (const key of others) client.setQueryData(key, makeEvent())
    news.take({ type: 'RESET' })
    for (const key of [...others, newestKey, viewKey, commentsKey]) expect(isOld(key)).toBe(true)
    expect(isOld(feedKey)).toBe(false)
    news.take({ type: 'LIKE_CHANGED', post_id: 2, userId: 7, liked: true, likeCount: 5 })
    expect(isOld(viewKey)).toBe(true)
  })
})

describe('askForOlder', () => {
  it('asks for what was loaded before the stream tells of', () => {
    setPosts(client, viewKey, inPages(downFrom(2, 1)), { updatedAt: Date.now() - 60_000 })
    askForOlder(client, EVENT_HASH)
    expect(isOld(viewKey)).toBe(true)
    expect(isOld(newestKey)).toBe(false)
  })

  it('leaves what could not be had, so that what is said stays', async () => {
    const queryFn = vi.fn<() => Promise<unknown>>().mockRejectedValue(new Error('no such post'))
    const queryKey = queryKeys.postView(EVENT_HASH, 999_999)
    const observer = new QueryObserver(client, { queryKey, queryFn, retry: false })
    const leave = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    askForOlder(client, EVENT_HASH)
    expect(observer.getCurrentResult().status).toBe('error')
    expect(queryFn).toHaveBeenCalledTimes(1)
    leave()
  })
})
