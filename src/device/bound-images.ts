import { imageAllowance, imageSpaceOf } from './kept-image-space.ts'
import { forgetOrmaImages, imageCacheName, listImageCaches, sizeOf } from './kept-images.ts'
import { listKeptOrmas } from './kept-ormas.ts'

/** What pictures take is counted anew for each such part of what they may take. */
const COUNTED_PARTS = 10
const LARGE = /\/full\.jpg$/

/**
 * Where pictures take more than they may, the Ormas visited longest ago lose theirs, each as a whole. Those that somebody
 * wants to stay do not, nor do the one visited last and the one that is `shown`; that one loses some if it takes too much by
 * itself. Gives how many bytes may come before this is to be called again: other pages keep pictures, too.
 */
export async function boundImages(shown: string): Promise<number> {
  const allowance = await imageAllowance()
  const part = allowance / COUNTED_PARTS
  const ormas = await listKeptOrmas()
  const wanted = ormas.filter(({ isWanted }) => isWanted).map(hashOf)
  if (!wanted.includes(shown)) {
    const { bytes } = await imageSpaceOf(shown)
    if (bytes > allowance) await thinOut(shown, bytes - allowance + part)
  }
  // Pictures of no one Orma are few.
  const staying = new Set(['', shown, ...ormas.slice(0, 1).map(hashOf), ...wanted])
  // Last those of Ormas of which nothing else is kept.
  const all = new Set([...staying, ...ormas.map(hashOf), ...(await listImageCaches())])
  let left = allowance
  let isFull = false
  for (const event_hash of all) {
    const { bytes } = await imageSpaceOf(event_hash)
    isFull ||= bytes > left && !staying.has(event_hash)
    if (isFull) await forgetOrmaImages(event_hash)
    else left -= bytes
  }
  return left < 0 ? part : Math.min(left, part)
}

/** Forgets so many bytes of an Orma's pictures: first large ones, then others, of each first those kept longest. */
async function thinOut(event_hash: string, bytes: number): Promise<void> {
  const cache = await caches.open(imageCacheName(event_hash))
  const requests = [...(await cache.keys())]
  let freed = 0
  for (const request of requests.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    if (freed >= bytes) return
    const response = await cache.match(request)
    freed += response ? sizeOf(response) : 0
    await cache.delete(request)
  }
}

function rankOf({ url }: Request): number {
  return LARGE.test(url) ? 0 : 1
}

function hashOf({ event_hash }: { event_hash: string }): string {
  return event_hash
}
