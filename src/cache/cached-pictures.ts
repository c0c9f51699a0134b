import type { Post } from '../../contract/entities.ts'
import { VIDEO_FILE } from '../../contract/renditions.ts'

/**
 * Each Orma's pictures have a cache of their own: this prefix and its event_hash. Pictures of no one Orma lie under the bare
 * prefix. The videos of an Orma lie with its pictures, while it is kept on this device.
 */
const PREFIX = 'orma-images/'
const PHOTO_PATH = /^\/media\/([\da-f]{32})\//

/** Undefined on pages without https. Asked for when needed: the first time takes a slow phone some milliseconds. */
const allCaches = () => (globalThis as { caches?: CacheStorage }).caches

export function pictureCacheName(event_hash = ''): string {
  return PREFIX + event_hash
}

/** How many bytes the pictures and videos of an Orma take on this device. Does not read their bodies. */
export async function pictureBytesOf(event_hash: string): Promise<number> {
  const cache = await findCache(event_hash)
  return ((await cache?.matchAll()) ?? []).reduce((sum, each) => sum + sizeOf(each), 0)
}

/** The videos of an Orma that are on this device: their addresses, and how many bytes each takes. */
export async function cachedVideos(event_hash: string): Promise<Map<string, number>> {
  const cache = await findCache(event_hash)
  const sizes = new Map<string, number>()
  for (const { url } of (await cache?.keys()) ?? []) {
    const video = url.endsWith(`/${VIDEO_FILE}`) && (await cache?.match(url))
    if (video) sizes.set(url, sizeOf(video))
  }
  return sizes
}

/** Of how many photos the cached pictures of an Orma are; its own pictures do not count. */
export async function countCachedPhotos(event_hash: string): Promise<number> {
  const cache = await findCache(event_hash)
  const names = ((await cache?.keys()) ?? []).flatMap(
    ({ url }) => PHOTO_PATH.exec(new URL(url).pathname)?.[1] ?? [],
  )
  return new Set(names).size
}

/** A post's pictures, the thumb first. */
export function picturesOf({ compressed_url, image_url }: Post): string[] {
  return [compressed_url, image_url].filter((url) => url !== null)
}

/** All that may be cached of a post: its pictures, and its video. */
export function mediaOf(post: Post): string[] {
  return [...picturesOf(post), ...(post.video_url ? [post.video_url] : [])]
}

/** Whether a picture may be cached: everyone may see it and it never changes. */
export function isLasting({ status, headers }: Response): boolean {
  return status === 200 && (headers.get('cache-control')?.includes('immutable') ?? false)
}

/** The same answer, by which also a visit to the picture's own address can be answered: browsers refuse one that was sent on. */
export function withoutRedirect(response: Response): Response {
  return response.redirected ? new Response(response.body, response) : response
}

/** How many bytes a picture or video takes, by its header. */
export function sizeOf({ headers }: Response): number {
  return Number(headers.get('content-length'))
}

export async function forgetPictures(event_hash: string, urls: readonly string[]): Promise<void> {
  const cache = await findCache(event_hash)
  for (const url of urls) await cache?.delete(url)
}

/** Forgets the cached photos and videos of an Orma but these; its own pictures stay. */
export async function forgetPhotosBut(event_hash: string, kept: readonly string[]): Promise<void> {
  const cache = await findCache(event_hash)
  const nameOf = (url: string) => PHOTO_PATH.exec(new URL(url, 'http://here').pathname)?.[1]
  const names = new Set(kept.map(nameOf))
  for (const { url } of (await cache?.keys()) ?? []) {
    const name = nameOf(url)
    if (name !== undefined && !names.has(name)) await cache?.delete(url)
  }
}

/** One by one: a cache that is open keeps its room. */
export async function forgetVideos(event_hash: string): Promise<void> {
  await forgetPictures(event_hash, [...(await cachedVideos(event_hash)).keys()])
}

export async function forgetOrmaPictures(event_hash: string): Promise<void> {
  await allCaches()?.delete(pictureCacheName(event_hash))
}

/** The event_hashes of Ormas whose pictures are cached, in no order; '' for pictures of no one Orma (on cards). */
export async function listPictureCaches(): Promise<string[]> {
  const names = (await allCaches()?.keys()) ?? []
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
}

async function findCache(event_hash: string): Promise<Cache | undefined> {
  const name = pictureCacheName(event_hash)
  return (await allCaches()?.has(name)) ? caches.open(name) : undefined
}
