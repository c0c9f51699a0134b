import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeCache } from '../../support/fake-cache.ts'
import { EVENT_HASH, makePost } from '../../support/post-shapes.ts'

const LARGE_BYTES = 150_000_000
const ORMA_CACHE = `orma-images/${EVENT_HASH}`

/** The caches on the device, by name. */
let device: Map<string, ReturnType<typeof fakeCache>>
/** Names of the caches that were gone through for their bytes. */
let counted: string[]

// A page and a device of its own.
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  device = new Map()
  counted = []
  vi.stubGlobal('caches', {
    open: async (name: string) => openCache(name),
    has: async (name: string) => device.has(name),
    keys: async () => [...device.keys()],
    delete: async (name: string) => device.delete(name),
    match: findPicture,
  })
})

describe('the cached pictures of an Orma', () => {
  it('are as many photos as they show, in whatever sizes, without the Orma’s own', async () => {
    const { cachePicture, countCachedPhotos } = await load()
    for (const path of [mediaOf(1, 'thumb.webp'), mediaOf(1), mediaOf(2), '/media/event/a.jpg'])
      await cachePicture(EVENT_HASH, path, picture(1000))
    expect(await countCachedPhotos(EVENT_HASH)).toBe(2)
    expect(await countCachedPhotos('another')).toBe(0)
  })

  it('are counted once for all that come at the same moment', async () => {
    const { cachePicture } = await load()
    const coming = [1, 2, 3, 4].map((at) => cachePicture(EVENT_HASH, mediaOf(at), picture(1000)))
    await Promise.all(coming)
    expect(counted).toEqual([ORMA_CACHE])
  })

  it('lose no room to the videos of a kept Orma', async () => {
    const { cachePicture } = await load()
    const { changeCachedOrma } = await import('../../../src/cache/cached-ormas.ts')
    await changeCachedOrma('kept', { isWanted: true })
    const video = picture(2 * LARGE_BYTES, { 'content-type': 'video/mp4' })
    await cachePicture('kept', mediaOf(9, 'video.mp4'), video)
    await cachePicture('another', mediaOf(1), picture(1000))
    await cachePicture(EVENT_HASH, mediaOf(2), picture(LARGE_BYTES))
    expect([...device.keys()].toSorted()).toEqual(
      ['another', EVENT_HASH, 'kept'].map((hash) => `orma-images/${hash}`).toSorted(),
    )
  })

  it('are counted once where they alone take too much, and lose the oldest for that', async () => {
    const { cachePicture } = await load()
    await cachePicture(EVENT_HASH, mediaOf(1), picture(LARGE_BYTES))
    counted = []
    await cachePicture(EVENT_HASH, mediaOf(2), picture(LARGE_BYTES))
    expect(counted).toEqual([ORMA_CACHE])
    expect([...openCache(ORMA_CACHE).kept.keys()]).toEqual([`http://localhost${mediaOf(2)}`])
  })
})

it('a thumb whose request was lost is asked for with the next news', async () => {
  const { cacheThumb } = await load()
  const { changeCachedOrma } = await import('../../../src/cache/cached-ormas.ts')
  const thumb = mediaOf(1, 'thumb.webp')
  const post = makePost(1, { compressed_url: thumb })
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (asked === 1) throw new TypeError('no network')
    return picture(1000, { 'cache-control': 'immutable' })
  })
  await changeCachedOrma(EVENT_HASH, {})
  await expect(cacheThumb(post)).rejects.toThrow('no network')
  for (const news of [post, post]) await cacheThumb(news)
  expect(asked).toBe(2)
  expect(await findPicture(thumb)).toBeDefined()
})

it('an answer that is not cached keeps no connection', async () => {
  const { fetchPicture } = await load()
  const cancelled: number[] = []
  for (const status of [200, 404, 500]) {
    const body = new ReadableStream({ cancel: () => void cancelled.push(status) })
    const headers = { 'content-type': 'text/html', 'cache-control': 'immutable' }
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers }))
    expect(await fetchPicture(EVENT_HASH, mediaOf(1))).toBe(false)
  }
  expect(cancelled).toEqual([200, 404, 500])
})

/** As a page that has just been opened has them. */
async function load() {
  const { cachePicture, cacheThumb, fetchPicture } =
    await import('../../../src/cache/picture-quota.ts')
  const { countCachedPhotos } = await import('../../../src/cache/cached-pictures.ts')
  return { cachePicture, cacheThumb, fetchPicture, countCachedPhotos }
}

async function findPicture(path: string): Promise<Response | undefined> {
  const found = await Promise.all([...device.values()].map(({ match }) => match(path)))
  return found.find(Boolean)
}

function openCache(name: string) {
  const cache = device.get(name) ?? fakeCache('http://localhost')
  device.set(name, cache)
  const matchAll = () => {
    counted.push(name)
    return cache.matchAll()
  }
  return { ...cache, matchAll }
}

function mediaOf(photo: number, file = 'full.jpg'): string {
  return `/media/${String(photo).padStart(32, '0')}/${file}`
}

/** A picture that says of itself how large it is. */
function picture(bytes: number, also: Record<string, string> = {}): Response {
  const headers = { 'content-length': String(bytes), 'content-type': 'image/webp', ...also }
  return new Response('', { headers })
}
