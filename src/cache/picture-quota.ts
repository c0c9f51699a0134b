import type { Post } from '../../contract/entities.ts'
import { NO_WORKER_META } from '../../contract/document.ts'
import { renditionFile } from '../../contract/renditions.ts'
import { http } from '../api/http.ts'
import { findCachedOrma, listCachedOrmas } from './cached-ormas.ts'
import {
  forgetOrmaPictures,
  isLasting,
  listPictureCaches,
  pictureCacheName,
  pictureBytesOf,
  cachedVideos,
  sizeOf,
  withoutRedirect,
} from './cached-pictures.ts'

const MAX_BYTES = 200_000_000
const MAX_SHARE = 0.2
/** All pictures are counted again each time this part of the allowance has been added. */
const COUNTED_PARTS = 10
const LARGE = `/${renditionFile('full')}`
/** Page and worker counting at the same time would each forget the excess. */
const LOCK = 'orma-pictures'

/** Bytes that may be added before all pictures are counted again. */
let room = 0

/**
 * Caches a picture, music or a video with the Orma on whose page it was shown, and makes room for it; reads the answer. Gives false where
 * it is something else, as a proxy's own page: it would be shown from then on; and where no worker will read it.
 */
export async function cachePicture(
  event_hash: string | undefined,
  url: string,
  response: Response,
): Promise<boolean> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status !== 200 || !/^(image|audio|video)\//.test(type) || !(await mayHaveReader()))
    return giveUp(response)
  const cache = await caches.open(pictureCacheName(event_hash))
  await cache.put(url, withoutRedirect(response))
  await freeSpace(event_hash, response)
  return true
}

/** An answer that nobody reads would keep its connection: the next calls would wait for ever. */
async function giveUp({ body }: Response): Promise<false> {
  await body?.cancel()
  return false
}

/** Whether there is a worker, or one may come: not where the operator has switched it off, also after this page came. */
async function mayHaveReader(): Promise<boolean> {
  const { document } = globalThis as { document?: { querySelector(meta: string): unknown } }
  if (!document) return true
  const isOff = document.querySelector(`meta[name=${NO_WORKER_META}]`) !== null
  if (isOff || !('serviceWorker' in navigator)) return false
  const { controller } = navigator.serviceWorker
  return controller === null || (await navigator.serviceWorker.getRegistration()) !== undefined
}

/**
 * Fetches a picture that is not cached yet, and caches it with an Orma, unless it does not last. Gives whether it is cached then.
 */
export async function fetchPicture(event_hash: string | undefined, url: string): Promise<boolean> {
  if (await caches.match(url)) return true
  const response = await http.raw(url, { responseType: 'stream', ignoreResponseError: true })
  return isLasting(response) ? cachePicture(event_hash, url, response) : giveUp(response)
}

/**
 * Caches the thumb of a photo that everybody may see. Whoever has just added it has not seen it on the page of the Orma, and may look
 * there without a network next.
 */
export async function cacheThumb({ event_hash, status, compressed_url }: Post): Promise<void> {
  if (status !== 'COMPLETED' || compressed_url === null || !('caches' in globalThis)) return
  if (await findCachedOrma(event_hash)) await fetchPicture(event_hash, compressed_url)
}

/**
 * Makes room after a picture was cached (`added`), or where too much may be cached. `event_hash` is the Orma shown; undefined for
 * pictures of no one Orma.
 */
export async function freeSpace(event_hash: string | undefined, added?: Response): Promise<void> {
  room = added ? room - sizeOf(added) : -1
  if (room >= 0) return
  // The count that was waited for may have been enough.
  await navigator.locks.request(LOCK, () => (room < 0 ? count(event_hash) : undefined))
}

/** Bytes that pictures may take on this device. */
export async function pictureQuota(): Promise<number> {
  const storage = navigator.storage as StorageManager | undefined
  const { quota = Infinity } = (await storage?.estimate?.()) ?? {}
  return Math.min(MAX_BYTES, quota * MAX_SHARE)
}

/**
 * Where pictures take more than the allowance, forgets those of the Ormas visited longest ago, each Orma as a whole. Downloaded
 * ones, the last visited and the one `shown` are spared; the latter loses some of its pictures where it alone takes too much.
 */
async function count(shown = ''): Promise<void> {
  // A picture that comes during the count may be counted too: it is subtracted from the room found in any case.
  room = 0
  const allowance = await pictureQuota()
  const part = allowance / COUNTED_PARTS
  const ormas = await listCachedOrmas()
  const hashes = ormas.map(({ event_hash }) => event_hash)
  const downloaded = ormas.flatMap(({ event_hash, isWanted }) => (isWanted ? [event_hash] : []))
  const staying = new Set([shown, ...hashes.slice(0, 1), ...downloaded])
  // The last ones: Ormas of which only pictures are cached, and pictures of no one Orma.
  const all = new Set([...staying, ...hashes, ...(await listPictureCaches())])
  let left = allowance
  let isFull = false
  for (const event_hash of all) {
    let bytes = await pictureBytesOf(event_hash)
    // Of downloaded ones alone, which have an allowance of their own.
    for (const size of (await cachedVideos(event_hash)).values()) bytes -= size
    if (event_hash === shown && bytes > allowance && !downloaded.includes(shown))
      bytes -= await thinOut(shown, bytes - allowance + part)
    isFull ||= bytes > left && !staying.has(event_hash)
    if (isFull) await forgetOrmaPictures(event_hash)
    else left -= bytes
  }
  room += left < 0 ? part : Math.min(left, part)
}

/**
 * Forgets at least so many bytes of an Orma's pictures, if there are as many: large ones first, of these the oldest first. Returns
 * how many it forgot.
 */
async function thinOut(event_hash: string, wanted: number): Promise<number> {
  const cache = await caches.open(pictureCacheName(event_hash))
  const rankOf = ({ url }: Request) => (url.endsWith(LARGE) ? 0 : 1)
  let forgotten = 0
  for (const request of (await cache.keys()).toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (forgotten >= wanted) break
    const response = await cache.match(request)
    forgotten += response ? sizeOf(response) : 0
    await cache.delete(request)
  }
  return forgotten
}
