import { forgetOrmaImages, imageCacheName } from './kept-images.ts'
import { listKeptOrmas } from './kept-ormas.ts'

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
  const sizes = responses.map(({ headers }) => Number(headers.get('content-length')))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return { photos: countPhotos(await cache.keys()), bytes }
}

/**
 * Where pictures take more than they may, the Ormas visited longest ago lose theirs, each as a whole, but for those that
 * somebody wants to stay, and the one that is `shown`.
 */
export async function boundImages(shown?: string): Promise<void> {
  const allowance = await imageAllowance()
  let used = 0
  for (const { event_hash, isWanted } of await listKeptOrmas()) {
    const { bytes } = await imageSpaceOf(event_hash)
    const stays = isWanted || event_hash === shown || used + bytes <= allowance
    if (stays) used += bytes
    else await forgetOrmaImages(event_hash)
  }
}

/** An Orma's own pictures, which its page shows as well, are none of its photos. */
function countPhotos(requests: readonly Request[]): number {
  const names = requests.map(({ url }) => PHOTO_PATH.exec(new URL(url).pathname)?.[1])
  return new Set(names.filter((name) => name !== undefined)).size
}
