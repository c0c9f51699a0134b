import { postsUnder, putList, setPosts } from '../../support/page-posts.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { createNews } from '../../../src/live/live-news.ts'
import { downFrom, EVENT_HASH, inPages, makeEvent, makePost } from '../../support/post-shapes.ts'
import type { IdPages } from '../../../src/posts/post-list.ts'

const hoursKey = queryKeys.timeslots(EVENT_HASH)
/** Every list of an Orma's hours and days, and what one of them has; and one of a person's photos. */
const LISTS = [
  hoursKey,
  queryKeys.timeslot(EVENT_HASH, '2026-11-20T18'),
  queryKeys.highlights(EVENT_HASH),
  queryKeys.highlight(EVENT_HASH, '2026-11-20'),
  queryKeys.ownPosts(EVENT_HASH, 1),
]

let client: QueryClient
let news: ReturnType<typeof createNews>

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  setPosts(client, queryKeys.feed(EVENT_HASH), inPages(downFrom(3, 1)))
  // A page without photos has ended the list.
  for (const key of LISTS) setPosts(client, key, inPages([makePost(9)], []))
  news = createNews(client, EVENT_HASH)
})
afterEach(() => {
  news.stop()
})

/** Whether each list will be asked for again when it is looked at. */
const areOld = () => LISTS.map((key) => client.getQueryState(key)?.dataUpdatedAt === 0)
const ALL = LISTS.map(() => true)
const NONE = LISTS.map(() => false)

describe('the hours and days of an Orma', () => {
  it.each([
    ['was not known', undefined],
    ['was known while it was unfinished', makePost(5, { status: 'READYFORPROCESSING' })],
  ])('are asked for again when a photo is shown that %s', (_what, known) => {
    const viewKey = queryKeys.postView(EVENT_HASH, 5)
    if (known) setPosts(client, viewKey, inPages([known]))
    news.take({ type: 'POST_CHANGED', post: makePost(5) })
    vi.advanceTimersByTime(1)
    expect(areOld()).toEqual(ALL)
  })

  it.each([true, false])('and the Orma, where it says how many there are: %s', (showCounts) => {
    client.setQueryData(queryKeys.event(EVENT_HASH), makeEvent({ showCounts }))
    news.take({ type: 'POST_CHANGED', post: makePost(5) })
    vi.advanceTimersByTime(1)
    const isOld = client.getQueryState(queryKeys.event(EVENT_HASH))?.dataUpdatedAt === 0
    expect(isOld).toBe(showCounts)
  })

  it('and the Orma, also where this page shows the photo already', () => {
    const key = queryKeys.event(EVENT_HASH)
    client.setQueryData(key, makeEvent({ showCounts: true }))
    news.take({ type: 'POST_CHANGED', post: makePost(3) })
    vi.advanceTimersByTime(1)
    expect(client.getQueryState(key)?.dataUpdatedAt).toBe(0)
    expect(areOld()).toEqual(NONE)
  })

  it('and the people of the Orma, who have so many photos each', () => {
    const keys = [queryKeys.people(EVENT_HASH), queryKeys.totals(EVENT_HASH)]
    for (const key of keys) client.setQueryData(key, [])
    news.take({ type: 'POST_CHANGED', post: makePost(3) })
    vi.advanceTimersByTime(1)
    expect(keys.map((key) => client.getQueryState(key)?.dataUpdatedAt)).toEqual([0, 0])
  })

  it('are asked for again when a photo gets its large picture', () => {
    const thumbAlone = makePost(4, { image_url: makePost(4).compressed_url })
    setPosts(client, queryKeys.feed(EVENT_HASH), inPages([thumbAlone]))
    news.take({ type: 'POST_CHANGED', post: { ...thumbAlone, likeCount: 1 } })
    vi.advanceTimersByTime(1)
    expect(areOld()).toEqual(NONE)
    news.take({ type: 'POST_CHANGED', post: makePost(4) })
    vi.advanceTimersByTime(1)
    expect(areOld()).toEqual(ALL)
  })

  it('are asked for again when a photo is removed, or news is missing', () => {
    for (const message of [{ type: 'POST_REMOVED', post_id: 2 }, { type: 'RESET' }] as const) {
      for (const key of LISTS) setPosts(client, key, inPages([makePost(9)]))
      news.take(message)
      vi.advanceTimersByTime(10_000)
      expect(areOld()).toEqual(ALL)
    }
  })

  it('are left as they are where several pages of one are loaded', () => {
    const key = queryKeys.timeslot(EVENT_HASH, '2026-11-20T18')
    setPosts(client, key, inPages([makePost(9)], [makePost(8)]))
    news.take({ type: 'POST_CHANGED', post: makePost(4) })
    vi.advanceTimersByTime(1)
    expect(areOld()).toEqual(LISTS.map((list) => list.join() !== key.join()))
  })

  it('stay as they are when a shown photo changes, or another is hidden', () => {
    news.take({ type: 'POST_CHANGED', post: makePost(3, { image_url: '/media/other' }) })
    news.take({ type: 'POST_CHANGED', post: makePost(4, { status: 'FAILEDBYNUDITY' }) })
    news.take({ type: 'LIKE_CHANGED', post_id: 2, userId: 7, liked: true, likeCount: 5 })
    vi.advanceTimersByTime(60_000)
    expect(areOld()).toEqual(NONE)
  })

  it('are asked for at once and then every ten seconds, however many photos come', async () => {
    const queryFn = vi.fn<() => Promise<unknown>>().mockResolvedValue([])
    const observer = new QueryObserver(client, { queryKey: hoursKey, queryFn, staleTime: Infinity })
    const leave = observer.subscribe(() => undefined)
    for (let id = 10; id < 110; id += 1) {
      news.take({ type: 'POST_CHANGED', post: makePost(id) })
      await vi.advanceTimersByTimeAsync(250)
      if (id === 10) expect(queryFn).toHaveBeenCalledTimes(1)
    }
    expect(queryFn).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queryFn).toHaveBeenCalledTimes(4)
    leave()
  })

  it('are not forgotten when nobody listens any more', () => {
    news.take({ type: 'POST_REMOVED', post_id: 2 })
    news.stop()
    expect(areOld()).toEqual(ALL)
  })
})

it('news of a photo waits for an older answer about its author’s photos', async () => {
  const queryKey = queryKeys.ownPosts(EVENT_HASH, 1)
  client.removeQueries({ queryKey })
  const answer = Promise.withResolvers<IdPages>()
  const reading = client.fetchQuery({ queryKey, queryFn: () => answer.promise })
  news.take({ type: 'POST_CHANGED', post: makePost(4) })
  await vi.advanceTimersByTimeAsync(300)
  answer.resolve(putList(client, inPages([makePost(4, { status: 'READYFORPROCESSING' })])))
  await reading
  await vi.advanceTimersByTimeAsync(300)
  const shown = postsUnder(client, queryKey)
  expect(shown?.map(({ status }) => status)).toEqual(['COMPLETED'])
})
