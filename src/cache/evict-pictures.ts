import { onlyIfFull } from '../device/device-database.ts'
import { listCachedOrmas } from './cached-ormas.ts'
import { forgetOrmaPictures, listPictureCaches, pictureCacheName } from './cached-pictures.ts'

/**
 * Does a write. Where the device is full, cached pictures go, one Orma's after the other, until there is room; rejects with the
 * StorageFullError where none are left. The first try begins in the task of the call.
 */
export async function evictingPictures<T>(write: () => Promise<T>): Promise<T> {
  let evictable: string[] | undefined
  for (;;) {
    try {
      return await write()
    } catch (error) {
      onlyIfFull(error)
      evictable ??= await listEvictable().catch(() => [])
      const event_hash = evictable.shift()
      if (event_hash === undefined) throw error
      await dropPictures(event_hash).catch(() => undefined)
    }
  }
}

/** One by one: a cache that a page or the worker has open keeps its room until it is closed. */
async function dropPictures(event_hash: string): Promise<void> {
  const cache = await caches.open(pictureCacheName(event_hash))
  for (const request of await cache.keys()) await cache.delete(request)
  await forgetOrmaPictures(event_hash)
}

/** The Ormas with pictures: those that are not cached themselves, then the one visited longest ago. Downloaded ones stay. */
async function listEvictable(): Promise<string[]> {
  const cached = await listPictureCaches()
  if (cached.length === 0) return []
  const ormas = (await listCachedOrmas()).toReversed()
  const placeOf = (hash: string) => ormas.findIndex(({ event_hash }) => event_hash === hash)
  return cached
    .filter((hash) => !ormas[placeOf(hash)]?.isWanted)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}
