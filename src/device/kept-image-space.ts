import { imageCacheName, sizeOf } from './kept-images.ts'

const MAX_BYTES = 200_000_000
const MAX_SHARE = 0.2

export interface ImageSpace {
  /** Each in one size or in both. */
  photos: number
  bytes: number
}

const PHOTO_PATH = /^\/media\/([\da-f]{32})\//

/** Bytes that pictures may take on this device. */
export async function imageAllowance(): Promise<number> {
  const storage = navigator.storage as StorageManager | undefined
  const { quota } = (await storage?.estimate?.()) ?? {}
  return quota === undefined ? MAX_BYTES : Math.min(MAX_BYTES, quota * MAX_SHARE)
}

/** What the pictures of an Orma take on this device. Their bodies are not read. */
export async function imageSpaceOf(event_hash: string): Promise<ImageSpace> {
  const name = imageCacheName(event_hash)
  if (!('caches' in globalThis) || !(await caches.has(name))) return { photos: 0, bytes: 0 }
  const cache = await caches.open(name)
  const responses = await cache.matchAll()
  const sizes = responses.map(sizeOf)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return { photos: countPhotos(await cache.keys()), bytes }
}

/** An Orma's own pictures, which its page shows as well, are none of its photos. */
function countPhotos(requests: readonly Request[]): number {
  const names = requests.map(({ url }) => PHOTO_PATH.exec(new URL(url).pathname)?.[1])
  return new Set(names.filter((name) => name !== undefined)).size
}
