import 'fake-indexeddb/auto'
import { clear, keys } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { PAGE_SIZE_MAX } from '../../../contract/limits.ts'
import { answers, listIds, ormas, posts as records } from '../../../src/cache/cache-database.ts'
import {
  changeCachedOrma,
  findCachedOrma,
  forgetEverything,
} from '../../../src/cache/cached-ormas.ts'
import { readPage } from '../../../src/cache/answers.ts'
import {
  cachePost,
  cachePosts,
  cacheStretch,
  forgetPosts,
  readPosts,
} from '../../../src/cache/cached-posts.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { catchUp, removeDownload } from '../../../src/download/downloads.ts'
import { downloadOrma, sizeOfOrma } from '../../../src/download/download-orma.ts'
import { fakeCache } from '../../support/fake-cache.ts'
import { EVENT_HASH, makeComment, makePost } from '../../support/post-shapes.ts'

const HOUR_MS = 60 * 60_000
const BEGUN_AT = Date.now() - HOUR_MS
const options = { event_hash: EVENT_HASH, token: undefined, signal: new AbortController().signal }

const tell = () => undefined

/** The Orma as the server has it, newest first, what it was asked for, and how many posts it gives at most. */
let server: { posts: Post[]; asked: string[]; limit: number; mediaType: string }
let pictures: Map<string, Response>

beforeEach(async () => {
  for (const store of [answers, records, ormas]) await clear(store)
  server = {
    posts: [3, 2, 1].map((id) => postAt(id)),
    asked: [],
    limit: PAGE_SIZE_MAX,
    mediaType: 'image/jpeg',
  }
  pictures = new Map()
  const cache = fakeCache('http://localhost', pictures)
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('caches', {
    keys: async () => [],
    has: async () => false,
    open: async () => cache,
    match: cache.match,
  })
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(answerTo(url)))
})

describe('a download', () => {
  it('is whole only once every photo has its large picture', async () => {
    server.posts[1] = withoutFull(2)
    expect(await downloadOrma(options, { tell })).toBe(false)
    expect((await findCachedOrma(EVENT_HASH))?.isWhole).toBe(false)
    expect(pictures.size).toBe(5)
    server.posts[1] = postAt(2)
    expect(await downloadOrma(options, {})).toBe(true)
    expect((await findCachedOrma(EVENT_HASH))?.isWhole).toBe(true)
    expect(pictures.size).toBe(6)
  })

  it('keeps nothing for a picture that is a page of the network’s', async () => {
    server.mediaType = 'text/html'
    await expect(downloadOrma(options, { tell })).rejects.toThrow('not every picture')
    expect(pictures.size).toBe(0)
    server.mediaType = 'image/jpeg'
    expect(await downloadOrma(options, {})).toBe(true)
    expect(pictures.size).toBe(6)
  })

  it('is whole with the thumb of a photo without large picture for a day', async () => {
    server.posts[2] = withoutFull(1, new Date(Date.now() - 25 * HOUR_MS).toISOString())
    expect(await downloadOrma(options, { tell })).toBe(true)
  })

  it('asks once for photos that lacked their large picture, and for no comments', async () => {
    const commented = { Comments: [makeComment(1)], commentCount: 9 }
    server.posts = [withoutFull(4), { ...postAt(3), ...commented }, postAt(2), postAt(1)]
    await downloadOrma(options, { tell })
    const asked = new Set<number>()
    const catchUp = async () => {
      server.asked = []
      await downloadOrma(options, { asked })
      return server.asked
    }
    expect(await catchUp()).toEqual(['post_ids', 'post/4'])
    expect(await catchUp()).toEqual(['post_ids'])
    // As it is told live.
    await cachePost(postAt(4))
    expect(await catchUp()).toEqual(['post_ids', '/media/4'])
    server.posts.unshift(postAt(5))
    expect(await catchUp()).toEqual(['post_ids', 'posts/1', '/media/5-small', '/media/5'])
  })

  it('loses nothing where an older server gives fewer posts than it is asked for', async () => {
    server.posts = Array.from({ length: 9 }, (_, at) => postAt(9 - at))
    server.limit = 2
    await changeCachedOrma(EVENT_HASH, { isWanted: true })
    await cachePosts(server.posts.filter(({ id }) => id < 6 && id !== 2))
    const forgotten = await seenWhile(() => downloadOrma(options, {}))
    expect(forgotten).toEqual([])
    expect(await listIds(EVENT_HASH)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('forgets a photo that the server does not have any more', async () => {
    await downloadOrma(options, { tell })
    await cachePost(postAt(4))
    expect(await downloadOrma(options, {})).toBe(true)
    expect(await listIds(EVENT_HASH)).toEqual([3, 2, 1])
    expect(server.asked).not.toContain('/media/4')
  })

  it('passes over a photo that is deleted while photos are asked for', async () => {
    server.posts[1] = withoutFull(2)
    await downloadOrma(options, { tell })
    const told: [number, number][] = []
    whileAsked('/post/2', async () => void server.posts.splice(1, 1))
    const isWhole = await downloadOrma(options, { tell: (...progress) => told.push(progress) })
    expect(isWhole).toBe(true)
    expect(await listIds(EVENT_HASH)).toEqual([3, 1])
    expect(told).toEqual([
      [0, 3],
      [1, 2],
      [2, 2],
    ])
  })

  it('ends also where newest photos came without those between them', async () => {
    await downloadOrma(options, { tell })
    server.posts.unshift(...[9, 8, 7, 6, 5, 4].map((id) => postAt(id)))
    server.limit = 2
    const newest = { posts: server.posts.slice(0, 2), isTop: true, isEnd: false }
    await cacheStretch(EVENT_HASH, newest, Date.now())
    const feed = queryKeys.feed(EVENT_HASH)
    expect(await readPage(feed, { after: 1 })).toBeUndefined()
    expect(await downloadOrma(options, {})).toBe(true)
    expect(await listIds(EVENT_HASH)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(await readPage(feed, { after: 1 })).toEqual([])
  })

  it('leaves a photo as it is by now while those after it are fetched', async () => {
    await changeCachedOrma(EVENT_HASH, { isWanted: true })
    server.limit = 1
    await cachePosts([postAt(3)])
    whileAsked('/posts/1?after=3', () => cachePost({ ...postAt(3), likeCount: 7 }))
    whileAsked('/posts/1?after=2', () => forgetPosts(EVENT_HASH, [2]))
    await downloadOrma(options, {})
    expect(await listIds(EVENT_HASH)).toEqual([3, 1])
    expect(await readPosts(EVENT_HASH, [3])).toMatchObject([{ likeCount: 7 }])
  })

  for (const part of ['posts', 'media'])
    it(`ends, and puts nothing back, once another tab forgets the Orma while ${part} are fetched`, async () => {
      whileAsked(`/${part}/`, async () => {
        await forgetEverything()
        pictures.clear()
      })
      await expect(downloadOrma(options, { tell })).rejects.toThrow('nobody wants it')
      for (const store of [answers, records, ormas]) expect(await keys(store)).toEqual([])
      expect(pictures.size).toBe(0)
    })

  it('ends once somebody lets the Orma go, and is not whole then', async () => {
    await downloadOrma(options, { tell })
    server.posts.unshift(postAt(5), postAt(4))
    whileAsked('/media/5', () => removeDownload(EVENT_HASH))
    await catchUp(EVENT_HASH, { ...options, asked: new Set() })
    expect(server.asked).not.toContain('/media/4')
    expect(await findCachedOrma(EVENT_HASH)).toMatchObject({ isWanted: false, isWhole: false })
  })

  it('begun again is whole only once it is through, whatever was noted before', async () => {
    await changeCachedOrma(EVENT_HASH, { isWanted: false, isWhole: true })
    server.mediaType = 'text/html'
    await expect(downloadOrma(options, { tell })).rejects.toThrow('not every picture')
    expect(await findCachedOrma(EVENT_HASH)).toMatchObject({ isWanted: true, isWhole: false })
  })

  it('is as large as the newest photos with large pictures, or the newest', async () => {
    server.posts = [...[19, 18, 17, 16, 15, 14, 13].map((id) => withoutFull(id)), ...server.posts]
    expect(await sizeOfOrma(options)).toMatchObject({ photoBytes: 10 + 90 })
    server.posts = [withoutFull(19)]
    expect(await sizeOfOrma(options)).toMatchObject({ photoBytes: 20 })
    server.posts.push(makePost(18, { kind: 'video', video_url: '/media/18/video.mp4' }))
    expect(await sizeOfOrma(options)).toMatchObject({ seen: 2, videos: 1, videoBytes: 90 })
  })
})

/** Does something while the server is asked for a path. */
function whileAsked(path: string, act: () => Promise<unknown>): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes(path)) await act()
    return fetch(url)
  })
}

/** Which cached posts were missing whenever the server was asked for more. */
async function seenWhile(run: () => Promise<unknown>): Promise<number[]> {
  const before = await listIds(EVENT_HASH)
  const missing: number[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string) => {
    const now = await listIds(EVENT_HASH)
    missing.push(...before.filter((id) => !now.includes(id)))
    return fetch(url)
  })
  await run()
  return missing
}

function postAt(id: number): Post {
  return makePost(id, { createdAt: new Date(BEGUN_AT + id * 1000).toISOString() })
}

function withoutFull(id: number, createdAt = postAt(id).createdAt): Post {
  return makePost(id, { createdAt, image_url: `/media/${id}-small` })
}

function gone(): Response {
  return Response.json(
    { success: false, error: 'No such photo', code: 'not_found' },
    { status: 404 },
  )
}

function answerTo(url: string): Response {
  const { pathname, searchParams } = new URL(url, location.href)
  const [, path = pathname] = pathname.split(`/${EVENT_HASH}/`)
  server.asked.push(path)
  if (path.startsWith('/media/')) {
    const size = path.endsWith('-small') ? 10 : 90
    const headers = { 'content-length': String(size), 'content-type': server.mediaType }
    return new Response('x'.repeat(size), { headers })
  }
  if (path === 'post_ids') return Response.json({ ids: server.posts.map(({ id }) => id) })
  if (path.startsWith('posts/')) {
    const after = server.posts.findIndex(({ id }) => id === Number(searchParams.get('after')))
    return Response.json(server.posts.slice(after + 1, after + 1 + server.limit))
  }
  if (path.includes('comments')) return Response.json({ comments: [makeComment(1)] })
  const post = server.posts.find(({ id }) => path === `post/${id}`)
  return post ? Response.json({ post }) : gone()
}
