import { listCachedOrmas } from './cached-ormas.ts'
import {
  forgetOrmaPictures,
  listPictureCaches,
  pictureCacheName,
  pictureSpaceOf,
  sizeOf,
} from './cached-pictures.ts'

const MAX_BYTES = 200_000_000
const MAX_SHARE = 0.2
/** What pictures take is counted anew for each such part of what they may take. */
const COUNTED_PARTS = 10
const LARGE = /\/full\.jpg$/
/** Pages and worker at once would each forget what is too much. */
const LOCK = 'orma-pictures'

/** Bytes that may come before it is counted anew what all pictures take. */
let room = 0

/** Caches a picture with the Orma on whose page it was shown, and makes room for it. */
export async function cachePicture(
  event_hash: string | undefined,
  url: string,
  response: Response,
): Promise<void> {
  const cache = await caches.open(pictureCacheName(event_hash))
  await cache.put(url, response.clone())
  await makeRoom(event_hash, response)
}

/** Makes room for a picture that was cached with an Orma, or with none: a card's; without one, wherever too much is cached. */
export async function makeRoom(event_hash: string | undefined, added?: Response): Promise<void> {
  room = added ? room - sizeOf(added) : -1
  if (room >= 0) return
  // Who has waited for another count may find that it was enough.
  await navigator.locks.request(LOCK, () => (room < 0 ? count(event_hash) : undefined))
}

/** Bytes that pictures may take on this device. */
export async function pictureAllowance(): Promise<number> {
  const storage = navigator.storage as StorageManager | undefined
  const { quota = Infinity } = (await storage?.estimate?.()) ?? {}
  return Math.min(MAX_BYTES, quota * MAX_SHARE)
}

/**
 * Where pictures take more than they may, the Ormas visited longest ago lose theirs, each as a whole. Downloaded ones do not, nor
 * do the one visited last and the one that is `shown`, which loses some if it takes too much by itself.
 */
async function count(shown = ''): Promise<void> {
  // What comes while it is counted may be counted or not: it takes from the room that is found.
  room = 0
  const allowance = await pictureAllowance()
  const part = allowance / COUNTED_PARTS
  const ormas = await listCachedOrmas()
  const hashes = ormas.map(({ event_hash }) => event_hash)
  const downloaded = ormas.flatMap(({ event_hash, isWanted }) => (isWanted ? [event_hash] : []))
  if (!downloaded.includes(shown)) await thinOut(shown, allowance, part)
  const staying = new Set([shown, ...hashes.slice(0, 1), ...downloaded])
  // Last those of Ormas of which nothing else is cached, and of no one Orma.
  const all = new Set([...staying, ...hashes, ...(await listPictureCaches())])
  let left = allowance
  let isFull = false
  for (const event_hash of all) {
    const { bytes } = await pictureSpaceOf(event_hash)
    isFull ||= bytes > left && !staying.has(event_hash)
    if (isFull) await forgetOrmaPictures(event_hash)
    else left -= bytes
  }
  room += left < 0 ? part : Math.min(left, part)
}

/** Where an Orma alone takes more than all may, forgets pictures of it: first large ones, then others, those cached longest first. */
async function thinOut(event_hash: string, allowance: number, part: number): Promise<void> {
  const { bytes } = await pictureSpaceOf(event_hash)
  if (bytes <= allowance) return
  const cache = await caches.open(pictureCacheName(event_hash))
  const rankOf = ({ url }: Request) => (LARGE.test(url) ? 0 : 1)
  let excess = bytes - allowance + part
  for (const request of (await cache.keys()).toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (excess <= 0) return
    const response = await cache.match(request)
    excess -= response ? sizeOf(response) : 0
    await cache.delete(request)
  }
}
