import type { Post } from '../../contract/entities.ts'

/** Begins the name of the cache that each Orma's pictures lie in; of pictures of no one Orma the rest is empty. */
const PREFIX = 'orma-images/'
/** Pages without https have none. */
const allCaches = (globalThis as { caches?: CacheStorage }).caches
const PHOTO_PATH = /^\/media\/([\da-f]{32})\//

export function pictureCacheName(event_hash = ''): string {
  return PREFIX + event_hash
}

/** What the pictures of an Orma take on this device, and of how many photos they are. Their bodies are not read. */
export async function pictureSpaceOf(event_hash: string) {
  const cache = await findCache(event_hash)
  const bytes = ((await cache?.matchAll()) ?? []).reduce((sum, each) => sum + sizeOf(each), 0)
  // An Orma's own pictures, which its page shows as well, are none of its photos.
  const names = ((await cache?.keys()) ?? []).flatMap(
    ({ url }) => PHOTO_PATH.exec(new URL(url).pathname)?.[1] ?? [],
  )
  return { photos: new Set(names).size, bytes }
}

/** A post's pictures, the small one first. */
export function picturesOf({ compressed_url, image_url }: Post): string[] {
  return [compressed_url, image_url].filter((url) => url !== null)
}

/** Whether a picture is for everyone, for ever; what is not is not to be cached. */
export function isLasting({ status, headers }: Response): boolean {
  return status === 200 && (headers.get('cache-control')?.includes('immutable') ?? false)
}

/** How many bytes a picture takes, without reading it. */
export function sizeOf({ headers }: Response): number {
  return Number(headers.get('content-length'))
}

/** Forgets single pictures of an Orma. */
export async function forgetPictures(event_hash: string, urls: readonly string[]): Promise<void> {
  const cache = await findCache(event_hash)
  for (const url of urls) await cache?.delete(url)
}

/** Forgets all pictures of an Orma. */
export async function forgetOrmaPictures(event_hash: string): Promise<void> {
  await allCaches?.delete(pictureCacheName(event_hash))
}

/** The Ormas that pictures are cached of, in no order; empty for those of no one Orma, which are those of cards. */
export async function listPictureCaches(): Promise<string[]> {
  const names = (await allCaches?.keys()) ?? []
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
}

async function findCache(event_hash: string): Promise<Cache | undefined> {
  const name = pictureCacheName(event_hash)
  return (await allCaches?.has(name)) ? caches.open(name) : undefined
}
