import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'

const [FIRST, SECOND, DOWNLOADED, UNKNOWN] = 'ABCD'.split('').map((name) => name.repeat(22))

/** Ormas with cached pictures on this device. */
let pictures: string[]
/** Those of the downloaded Orma. */
let videos: { url: string }[]
/** How often it was tried to write. */
let tries: number
/** How many pictures were deleted by themselves. */
let emptied: number

// Visited in this order; of one only pictures are cached.
beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  tries = 0
  emptied = 0
  videos = [{ url: 'http://localhost/media/1/video.mp4' }]
  pictures = [SECOND!, DOWNLOADED!, FIRST!, UNKNOWN!]
  vi.stubGlobal('caches', {
    keys: async () => ['precache', ...pictures.map((hash) => `orma-images/${hash}`)],
    has: async () => true,
    open: async (name: string) => ({
      keys: async () => [...(name.endsWith(DOWNLOADED!) ? videos : []), { url: '/1' }],
      match: async () => new Response('x', { headers: { 'content-length': '1' } }),
      async delete(url: string) {
        emptied += 1
        videos = videos.filter((video) => video.url !== url)
      },
    }),
    delete: async (name: string) => {
      pictures = pictures.filter((hash) => name !== `orma-images/${hash}`)
      return true
    },
  })
  const { changeCachedOrma, noteVisit } = await import('../../../src/cache/cached-ormas.ts')
  for (const hash of [DOWNLOADED!, FIRST!, SECOND!]) await noteVisit(hash)
  await changeCachedOrma(DOWNLOADED!, { isWanted: true })
})

/** Writes on a device that has room once so many Ormas are left with pictures. */
async function writeOnce(left: number): Promise<string> {
  const { evictingPictures } = await import('../../../src/cache/evict-pictures.ts')
  const { StorageFullError } = await import('../../../src/device/device-database.ts')
  return evictingPictures(async () => {
    tries += 1
    if (pictures.length > left) throw new StorageFullError('full')
    return 'written'
  })
}

it('a write that finds room costs no picture', async () => {
  expect(await writeOnce(4)).toBe('written')
  expect(tries).toBe(1)
  expect(pictures).toHaveLength(4)
})

it('pictures go before a write fails, those of the Orma visited longest ago first', async () => {
  expect(await writeOnce(3)).toBe('written')
  expect(pictures).toEqual([SECOND, DOWNLOADED, FIRST])
  expect(emptied).toBe(1)
  expect(await writeOnce(2)).toBe('written')
  expect(pictures).toEqual([SECOND, DOWNLOADED])
  expect(tries).toBe(4)
})

it('a downloaded Orma loses its videos at last, and no picture', async () => {
  await expect(writeOnce(0)).rejects.toThrow('full')
  expect(pictures).toEqual([DOWNLOADED])
  expect(videos).toEqual([])
  expect(tries).toBe(5)
})
