/** Begins the name of the cache that each Orma's images lie in; of images of no one Orma the rest is empty. */
const PREFIX = 'orma-images/'

export function imageCacheName(event_hash = ''): string {
  return PREFIX + event_hash
}

/** Pictures of cards, which belong to no one Orma's page: the oldest give way beyond these many. */
const CARDS_MAX = 60

/** Keeps a picture with the Orma on whose page it was shown. */
export async function keepImage(
  event_hash: string | undefined,
  url: string,
  response: Response,
): Promise<void> {
  const cache = await caches.open(imageCacheName(event_hash))
  await cache.put(url, response)
  if (event_hash !== undefined) return
  for (const request of (await cache.keys()).slice(0, -CARDS_MAX)) await cache.delete(request)
}

/** How many bytes a picture takes, without reading it. */
export function sizeOf({ headers }: Response): number {
  return Number(headers.get('content-length'))
}

/** Forgets single images of an Orma. */
export async function forgetImages(event_hash: string, urls: readonly string[]): Promise<void> {
  if (urls.length === 0 || !hasCaches() || !(await caches.has(imageCacheName(event_hash)))) return
  const cache = await caches.open(imageCacheName(event_hash))
  await Promise.all(urls.map((url) => cache.delete(url)))
}

/** Forgets all images of an Orma. */
export async function forgetOrmaImages(event_hash: string): Promise<void> {
  if (hasCaches()) await caches.delete(imageCacheName(event_hash))
}

/** The Ormas that pictures are kept of, in no order; empty for those of no one Orma. */
export async function listImageCaches(): Promise<string[]> {
  const names = hasCaches() ? await caches.keys() : []
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
}

/** Forgets every picture, also those of cards. */
export async function forgetAllImages(): Promise<void> {
  await Promise.all((await listImageCaches()).map(forgetOrmaImages))
}

/** Pages without https have none. */
function hasCaches(): boolean {
  return 'caches' in globalThis
}
