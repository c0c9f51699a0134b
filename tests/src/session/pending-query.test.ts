import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { FLAGGED_INTERVAL_MS, POLL_INTERVAL_MS } from '../../../contract/limits.ts'
import { pendingQuery } from '../../../src/session/pending-query.ts'
import { EVENT_HASH, makePost } from '../../support/post-shapes.ts'
import { veiled } from '../../../src/features/people/people-queries.ts'

const ADA = { id: 1, token: 'of-ada' }
const FLAGGED = makePost(1, { status: 'FAILEDBYNUDITY', User: { id: ADA.id, name: 'Ada' } })
/** Signed addresses of pictures are good for so long. */
const ADDRESSES_LAST_MS = 10 * 60_000

let posts: Post[]
let asked: number
const client = new QueryClient()

beforeEach(() => {
  vi.useFakeTimers()
  // Nothing is asked for again on a server.
  environmentManager.setIsServer(() => false)
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ posts })
  })
})
afterEach(() => client.clear())

it('a photo under review is asked for again before its address expires', async () => {
  posts = [FLAGGED]
  const observer = new QueryObserver(client, pendingQuery(client, EVENT_HASH, ADA))
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(ADDRESSES_LAST_MS)
  expect(asked).toBe(3)
  posts = []
  await vi.advanceTimersByTimeAsync(ADDRESSES_LAST_MS)
  expect(asked).toBe(4)
  await vi.advanceTimersByTimeAsync(ADDRESSES_LAST_MS)
  expect(asked).toBe(4)
  stop()
})

it('an owner is given others’ unprocessed photos, and asks for their own', async () => {
  const mine = makePost(2, { status: 'READYFORPROCESSING', User: { id: ADA.id, name: 'Ada' } })
  const User = { id: 2, name: 'Ben' }
  const others = [
    makePost(3, { status: 'FAILEDPROCESSING', User }),
    makePost(4, { status: 'READYFORPROCESSING', User }),
  ]
  posts = [makePost(5, { status: 'FAILEDBYNUDITY', User }), ...others]
  const observer = new QueryObserver(client, pendingQuery(client, EVENT_HASH, ADA))
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS)
  expect(observer.getCurrentResult().data).toEqual([3, 4])
  expect(asked).toBe(1)
  posts = [mine, ...others]
  await observer.refetch()
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS)
  expect(asked).toBe(3)
  stop()
})

it('an owner who reviews asks again for others’ photos: without live news every half minute', async () => {
  posts = []
  for (const [isHeard, times] of [
    [false, 8],
    [true, 1],
  ] as const) {
    const observer = new QueryObserver(client, pendingQuery(client, EVENT_HASH, ADA, { isHeard }))
    const stop = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    asked = 0
    await vi.advanceTimersByTimeAsync(FLAGGED_INTERVAL_MS)
    expect(asked).toBe(times)
    stop()
  }
})

const GUEST = { id: 5, name: 'Gero' }

it('a flagged photo is veiled on its author’s page, one in review is seen', () => {
  const waiting = { status: 'FAILEDBYNUDITY', User: GUEST } as const
  const posts = [
    makePost(3, { ...waiting, reviewReason: 'nudity' }),
    makePost(2, { ...waiting, reviewReason: 'review' }),
    makePost(1, { User: GUEST }),
  ]
  expect(posts.map((post) => veiled(post, 1).image_url)).toEqual([null, '/media/2', '/media/1'])
})
