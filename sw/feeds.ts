import { api } from '../contract/api.ts'
import type { Post } from '../contract/entities.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../contract/limits.ts'
import { call } from '../src/api/call.ts'
import { isGone, isPaused } from '../src/api/refused-orma.ts'
import { isUnmetered } from '../src/device/connection.ts'
import { missingFrom } from '../src/device/feed-order.ts'
import { forgetFromLists } from '../src/device/forget-from-lists.ts'
import { forgetPosts, listKeptIds } from '../src/device/forget-kept.ts'
import { addGone } from '../src/device/gone-ormas.ts'
import { imageCacheName, keepImage } from '../src/device/kept-images.ts'
import { forgetOrma, listKeptOrmas, pruneKept } from '../src/device/kept-ormas.ts'
import type { KeptOrma } from '../src/device/kept-ormas.ts'
import { markPaused } from '../src/device/mark-paused.ts'
import { queryKeys } from '../src/device/query-keys.ts'
import { readSession } from '../src/device/token.ts'
import { keepStretch } from '../src/device/write-kept.ts'
import { scope } from './worker-scope.ts'

/** More than these nobody opens next. */
const REFRESHED_MAX = 5

/**
 * Brings the newest posts of the Ormas last visited onto this device, and takes what is gone off it, while no page is open.
 * What cannot be had now stays as it is.
 */
export async function refreshFeeds(): Promise<void> {
  // A page that is open does so itself.
  if ((await scope.clients.matchAll()).length > 0) return
  await pruneKept()
  const token = (await readSession())?.token
  for (const orma of (await listKeptOrmas()).slice(0, REFRESHED_MAX)) {
    const { event_hash } = orma
    await refreshFeed(orma, token)
      .catch((error: unknown) => heedRefusal(event_hash, error))
      .catch(console.error)
  }
}

/** As a page does: what is kept of an Orma that is gone leaves this device, but for what waits to be sent; of a paused one it stays, unseen. */
async function heedRefusal(event_hash: string, error: unknown): Promise<void> {
  if (isPaused(error)) return markPaused(event_hash, error.message)
  if (!isGone(error)) throw error
  await addGone(event_hash)
  await forgetFromLists(event_hash)
  await forgetOrma(event_hash)
}

async function refreshFeed(orma: KeptOrma, token: string | undefined): Promise<void> {
  const { event_hash } = orma
  const params = { event_hash, page: FIRST_PAGE }
  const posts = await call(api.listPosts, { params, token })
  await markPaused(event_hash, undefined)
  const stretch = { posts, isTop: true, isEnd: posts.length < PAGE_SIZE }
  await keepStretch(queryKeys.feed(event_hash), stretch, { updatedAt: Date.now() })
  const kept = await listKeptIds(event_hash)
  const { ids } = await call(api.listPostIds, { params, token })
  await forgetPosts(event_hash, missingFrom(kept, ids))
  if (isUnmetered()) await fetchImages(orma, posts)
}

/** Thumbnails; of an Orma that somebody keeps whole both sizes. Where no pictures are kept, they have left to make room. */
async function fetchImages(
  { event_hash, isWanted }: KeptOrma,
  posts: readonly Post[],
): Promise<void> {
  const cacheName = imageCacheName(event_hash)
  if (!(await caches.has(cacheName))) return
  for (const { compressed_url, image_url } of posts) {
    for (const url of [compressed_url, isWanted ? image_url : null]) {
      if (url === null || (await caches.match(url, { cacheName }))) continue
      const response = await fetch(url)
      if (response.ok) await keepImage(event_hash, url, response)
    }
  }
}
