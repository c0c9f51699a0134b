import { changeKeptOrma, listKeptOrmas } from './kept-ormas.ts'
import type { KeptOrma } from './kept-ormas.ts'
import { forgetOrmaImages, imageCacheName } from './kept-images.ts'

const MAX_BYTES = 200 * 1024 * 1024
const MAX_SHARE = 0.2
/** Pictures of cards, which belong to no one Orma's page: the oldest give way to these many. */
const CARDS_MAX = 60

/** Bytes that pictures may take on this device. */
export async function imageAllowance(): Promise<number> {
  const storage = navigator.storage as StorageManager | undefined
  const { quota } = (await storage?.estimate?.()) ?? {}
  return quota === undefined ? MAX_BYTES : Math.min(MAX_BYTES, quota * MAX_SHARE)
}

/**
 * Keeps a picture with its Orma. Where that takes more than pictures may, the Ormas visited longest ago lose theirs, each as
 * a whole, but for those that somebody keeps; where that is not enough, the picture is not kept.
 */
export async function keepImage(
  event_hash: string | undefined,
  url: string,
  response: Response,
): Promise<void> {
  const body = await response.blob()
  if (event_hash === undefined) {
    await keepOfCard(url, new Response(body, response))
    return
  }
  if (!(await makeRoom(event_hash, body.size))) return
  const cache = await caches.open(imageCacheName(event_hash))
  if (await cache.match(url)) return
  await cache.put(url, new Response(body, response))
  await changeKeptOrma(event_hash, ({ images, imageBytes }) => ({
    images: images + 1,
    imageBytes: imageBytes + body.size,
  }))
}

/** Whether so many bytes more find room with an Orma. */
async function makeRoom(event_hash: string, bytes: number): Promise<boolean> {
  const allowance = await imageAllowance()
  const ormas = await listKeptOrmas()
  const isKept = ({ isWanted, event_hash: other }: KeptOrma) => isWanted || other === event_hash
  let used = ormas.reduce((sum, { imageBytes }) => sum + imageBytes, 0)
  for (const orma of ormas.toReversed()) {
    if (used + bytes <= allowance) break
    if (isKept(orma) || orma.imageBytes === 0) continue
    await freeImages(orma.event_hash)
    used -= orma.imageBytes
  }
  const isWanted = ormas.some((orma) => orma.event_hash === event_hash && orma.isWanted)
  return isWanted || used + bytes <= allowance
}

/** Forgets an Orma's pictures; what else is kept of it stays. */
export async function freeImages(event_hash: string): Promise<void> {
  await forgetOrmaImages(event_hash)
  await changeKeptOrma(event_hash, () => ({ images: 0, imageBytes: 0 }))
}

async function keepOfCard(url: string, response: Response): Promise<void> {
  const cache = await caches.open(imageCacheName())
  await cache.put(url, response)
  const surplus = (await cache.keys()).slice(0, -CARDS_MAX)
  for (const request of surplus) await cache.delete(request)
}
