import { forgetOrmaImages, imageCacheName } from './kept-images.ts'
import { listKeptOrmas } from './kept-ormas.ts'

const MAX_BYTES = 200 * 1024 * 1024
const MAX_SHARE = 0.2

export interface ImageSpace {
  images: number
  bytes: number
}

/** Bytes that pictures may take on this device. */
export async function imageAllowance(): Promise<number> {
  const storage = navigator.storage as StorageManager | undefined
  const { quota } = (await storage?.estimate?.()) ?? {}
  return quota === undefined ? MAX_BYTES : Math.min(MAX_BYTES, quota * MAX_SHARE)
}

/** What the pictures of an Orma take on this device. Their bodies are not read. */
export async function imageSpaceOf(event_hash: string): Promise<ImageSpace> {
  const name = imageCacheName(event_hash)
  if (!('caches' in globalThis) || !(await caches.has(name))) return { images: 0, bytes: 0 }
  const responses = await (await caches.open(name)).matchAll()
  const sizes = responses.map(({ headers }) => Number(headers.get('content-length')))
  return { images: responses.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
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
