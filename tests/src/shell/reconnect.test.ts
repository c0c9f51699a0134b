import 'fake-indexeddb/auto'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QueryObserverOptions } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { isSilent, noteContact } from '../../../src/api/contact.ts'
import { timeslotQuery } from '../../../src/features/timeline/timeline-queries.ts'
import { listOf } from '../../../src/posts/post-list.ts'
import type { PostCursor } from '../../../src/posts/post-list.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { sessionQuery } from '../../../src/session/session-query.ts'
import { watchConnection } from '../../../src/shell/reconnect.ts'
import { postsUnder, setPosts } from '../../support/page-posts.ts'
import { EVENT_HASH, downFrom } from '../../support/post-shapes.ts'

/** Reading the database takes as long as the machine is busy, which no fake clock tells. */
const PATIENTLY = { timeout: 30_000 }

let client: QueryClient
let asked: (number | string | undefined)[]
let isThere: boolean
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible', cookie: '' })
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  asked = []
  isThere = true
  stop = watchConnection(client, () => undefined)
})
afterEach(() => {
  stop()
  client.clear()
  noteContact(true)
})

/** A feed of which two pages are loaded, and the Orma itself, both looked at. */
async function openFeed() {
  const feed = new InfiniteQueryObserver(client, {
    queryKey: queryKeys.feed(EVENT_HASH),
    queryFn: ({ pageParam }) => answer(pageParam.after, downFrom((pageParam.after ?? 49) - 1, 1)),
    initialPageParam: { page: 1 } as PostCursor,
    getNextPageParam: (last: Post[]) => ({ page: 2, after: last[0]?.id }),
    staleTime: Infinity,
  })
  feed.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  await feed.fetchNextPage()
  await vi.advanceTimersByTimeAsync(1000)
  new QueryObserver(client, {
    queryKey: queryKeys.event(EVENT_HASH),
    queryFn: () => answer('event', {}),
    staleTime: Infinity,
  }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  asked = []
  return feed
}

function noSession(): Response {
  const refusal = { success: false, error: 'Invalid token', code: 'unauthorized' }
  return Response.json(refusal, { status: 401 })
}

async function answer<T>(what: number | string | undefined, data: T): Promise<T> {
  asked.push(what)
  if (!isThere) throw new Error('no network')
  return data
}

it('while the server answers no timer wakes the phone, also once the server was silent', () => {
  expect(vi.getTimerCount()).toBe(0)
  noteContact(false)
  expect(vi.getTimerCount()).toBe(1)
  noteContact(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('while the server cannot be reached something small is asked for, never a whole feed', async () => {
  await openFeed()
  noteContact(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual(['event'])
})

it('to an idle guest a refusal shows the server’s return, a portal’s page does not', async () => {
  new QueryObserver(client, sessionQuery() as QueryObserverOptions).subscribe(() => undefined)
  let respond = (): Response => new Response('Welcome to our Wi-Fi')
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return respond()
  })
  noteContact(false)
  await vi.advanceTimersByTimeAsync(5000)
  await vi.waitFor(() => expect(asked).toEqual(['/api/users/verify']), PATIENTLY)
  expect(isSilent()).toBe(true)
  respond = noSession
  await vi.advanceTimersByTimeAsync(5000)
  await vi.waitFor(() => expect(isSilent()).toBe(false), PATIENTLY)
})

describe('on a line that is only slow', () => {
  const SLOW_MS = 8000

  /** Something on the screen that is asked for again, and whose answer takes so long; a request that is cancelled has none. */
  function lookAtSlow(takesMs: number) {
    new QueryObserver(client, {
      queryKey: queryKeys.event(EVENT_HASH),
      queryFn: ({ signal }) => slowly(takesMs, signal),
      initialData: 'from before',
      initialDataUpdatedAt: 1,
    }).subscribe(() => undefined)
  }

  function slowly(takesMs: number, signal: AbortSignal): Promise<string> {
    asked.push('event')
    return new Promise((resolve, reject) => {
      setTimeout(resolve, takesMs, 'new')
      signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    })
  }

  function onThisClock(timeoutMs: number): AbortSignal {
    const timeout = new AbortController()
    setTimeout(() => timeout.abort(), timeoutMs)
    return timeout.signal
  }

  it('what was asked for before the silence is waited for', async () => {
    lookAtSlow(SLOW_MS)
    await vi.advanceTimersByTimeAsync(2500)
    noteContact(false)
    await vi.advanceTimersByTimeAsync(SLOW_MS - 2500)
    expect(client.getQueryData(queryKeys.event(EVENT_HASH))).toBe('new')
    expect(asked).toEqual(['event'])
  })

  it('an answer as slow as a call may be is heard in the end', async () => {
    lookAtSlow(29_000)
    noteContact(false)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(asked).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(49_500)
    expect(client.getQueryData(queryKeys.event(EVENT_HASH))).toBe('new')
    expect(asked).toHaveLength(3)
  })

  it('a guest whose page asks for nothing hears of the server’s return', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(onThisClock)
    vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
      await slowly(SLOW_MS, signal)
      return noSession()
    })
    noteContact(false)
    await vi.advanceTimersByTimeAsync(5000)
    await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENTLY)
    await vi.advanceTimersByTimeAsync(SLOW_MS)
    await vi.waitFor(() => expect(isSilent()).toBe(false), PATIENTLY)
    expect(asked).toHaveLength(1)
  })
})

describe('when the server is back', () => {
  it('a feed goes on with the page that could not be had', async () => {
    const feed = await openFeed()
    isThere = false
    await feed.fetchNextPage()
    const pages = feed.getCurrentResult().data?.pages.length
    noteContact(false)
    isThere = true
    asked = []
    noteContact(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual([47])
    expect(feed.getCurrentResult().data?.pages).toHaveLength((pages ?? 0) + 1)
  })

  it('an hour that came from the device is asked for', async () => {
    const hour = timeslotQuery(EVENT_HASH, '2026-06-14T18')
    setPosts(client, hour.queryKey, listOf(downFrom(3, 1), true), { updatedAt: 1 })
    vi.stubGlobal('fetch', async (path: string) => {
      return Response.json(await answer(path, path.includes('after') ? [] : downFrom(4, 1)))
    })
    noteContact(false)
    new InfiniteQueryObserver(client, { ...hour, refetchOnMount: false }).subscribe(() => undefined)
    noteContact(true)
    await vi.waitFor(() => {
      expect(postsUnder(client, hour.queryKey)).toHaveLength(4)
    }, PATIENTLY)
    expect(asked).toHaveLength(2)
  })
})
