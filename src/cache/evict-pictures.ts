import { onlyIfFull } from '../device/device-database.ts'
import { listCachedOrmas } from './cached-ormas.ts'
import {
  forgetOrmaPictures,
  forgetVideos,
  listPictureCaches,
  pictureCacheName,
} from './cached-pictures.ts'

/**
 * Does a write. Where the device is full, cached pictures go, one Orma's after the other, then the videos of downloaded ones, until
 * there is room; rejects with the StorageFullError where none are left. The first try begins in the task of the call.
 */
export async function evictingPictures<T>(write: () => Promise<T>): Promise<T> {
  let evictions: (() => Promise<void>)[] | undefined
  for (;;) {
    try {
      return await write()
    } catch (error) {
      onlyIfFull(error)
      evictions ??= await listEvictions().catch(() => [])
      const evict = evictions.shift()
      if (!evict) throw error
      await evict().catch(() => undefined)
    }
  }
}

/** One by one: a cache that a page or the worker has open keeps its room until it is closed. */
async function dropPictures(event_hash: string): Promise<void> {
  const cache = await caches.open(pictureCacheName(event_hash))
  for (const request of await cache.keys()) await cache.delete(request)
  await forgetOrmaPictures(event_hash)
}

/**
 * Of Ormas with pictures: of those that are not cached themselves, then of the one visited longest ago. Of downloaded ones only the
 * videos go.
 */
async function listEvictions(): Promise<(() => Promise<void>)[]> {
  const cached = await listPictureCaches()
  if (cached.length === 0) return []
  const ormas = (await listCachedOrmas()).toReversed()
  const placeOf = (hash: string) => ormas.findIndex(({ event_hash }) => event_hash === hash)
  const inOrder = cached.toSorted((one, other) => placeOf(one) - placeOf(other))
  const isWanted = (hash: string) => ormas[placeOf(hash)]?.isWanted ?? false
  return [
    ...inOrder.filter((hash) => !isWanted(hash)).map((hash) => () => dropPictures(hash)),
    ...inOrder.filter(isWanted).map((hash) => () => forgetVideos(hash)),
  ]
}
