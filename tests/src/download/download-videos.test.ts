import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { KEPT_VIDEO_BYTES } from '../../../contract/limits.ts'
import { changeCachedOrma } from '../../../src/cache/cached-ormas.ts'
import { cachePosts, forgetPosts } from '../../../src/cache/cached-posts.ts'
import { countVideos, downloadVideos } from '../../../src/download/download-videos.ts'
import { removeDownload } from '../../../src/download/downloads.ts'
import { fakeCache } from '../../support/fake-cache.ts'
import { EVENT_HASH, makePost } from '../../support/post-shapes.ts'

const options = { event_hash: EVENT_HASH, signal: new AbortController().signal, isBegun: true }
const [THIRD, HALF, ALL] = [3, 2, 1].map((part) => Math.floor(KEPT_VIDEO_BYTES / part))

/** Bytes of each video on the server, by its post. */
let sizes: Record<number, number | undefined>
let cache: ReturnType<typeof fakeCache>

beforeEach(async () => {
  sizes = {}
  cache = fakeCache('http://localhost')
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('caches', { has: async () => true, keys: async () => [], open: async () => cache })
  vi.stubGlobal('fetch', async (url: string) => {
    const bytes = sizes[Number(/\d+/.exec(url)?.[0])]
    if (bytes === undefined) return new Response('', { status: 404 })
    const headers = { 'content-length': String(bytes), 'content-type': 'video/mp4' }
    return new Response('x', { headers })
  })
  await changeCachedOrma(EVENT_HASH, { isWanted: true })
})

it('the newest videos are kept as far as they may take room', async () => {
  sizes = { 4: THIRD, 3: HALF, 2: HALF, 1: 1 }
  expect(await downloadVideos(options, videos(4, 3, 2, 1))).toBe(true)
  expect(kept()).toEqual([3, 4])
  sizes[5] = HALF
  expect(await downloadVideos(options, videos(5, 4, 3, 2, 1))).toBe(true)
  expect(kept()).toEqual([4, 5])
})

it('a photo is no video, and a video that is here is not fetched again', async () => {
  sizes = { 1: ALL }
  await downloadVideos(options, [makePost(2), ...videos(1)])
  vi.stubGlobal('fetch', () => Promise.reject(new Error('asked again')))
  expect(await downloadVideos(options, [makePost(2), ...videos(1)])).toBe(true)
  expect(kept()).toEqual([1])
})

it('a video that cannot be had is told of, and the others come', async () => {
  sizes = { 1: 10 }
  expect(await downloadVideos(options, videos(2, 1))).toBe(false)
  expect(kept()).toEqual([1])
})

it('a device that is full keeps what fits, and that is all', async () => {
  sizes = { 2: 10, 1: 10 }
  const { put } = cache
  cache.put = async (url, answer) => {
    if (url.includes('/1/')) throw new DOMException('', 'QuotaExceededError')
    await put(url, answer)
  }
  expect(await downloadVideos(options, videos(2, 1))).toBe(true)
  expect(kept()).toEqual([2])
})

it('one for which there is no room is asked for again once somebody begins anew', async () => {
  sizes = { 2: THIRD, 1: ALL }
  await downloadVideos(options, videos(2, 1))
  sizes[1] = HALF
  await downloadVideos({ ...options, isBegun: false }, videos(2, 1))
  expect(kept()).toEqual([2])
  await downloadVideos(options, videos(2, 1))
  expect(kept()).toEqual([1, 2])
})

it('a deleted post takes its video along', async () => {
  sizes = { 2: 10, 1: 20 }
  await cachePosts(videos(2, 1))
  await downloadVideos(options, videos(2, 1))
  expect(await countVideos(EVENT_HASH)).toEqual({ here: 2, all: 2, bytes: 30 })
  await forgetPosts(EVENT_HASH, [2])
  expect(await countVideos(EVENT_HASH)).toEqual({ here: 1, all: 1, bytes: 20 })
})

it('videos go as soon as their Orma is not kept any more', async () => {
  sizes = { 1: 10 }
  await downloadVideos(options, videos(1))
  await removeDownload(EVENT_HASH)
  expect(kept()).toEqual([])
})

function videos(...ids: number[]): Post[] {
  return ids.map((id) => makePost(id, { kind: 'video', video_url: `/media/${id}/video.mp4` }))
}

/** The posts whose videos are here. */
function kept(): number[] {
  const ids = [...cache.kept.keys()].map((url) => Number(/media\/(\d+)/.exec(url)?.[1]))
  return ids.toSorted((one, other) => one - other)
}
