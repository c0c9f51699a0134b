import { api } from '../contract/api.ts'
import type { Post } from '../contract/entities.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../contract/limits.ts'
import { seesAll } from '../contract/rules.ts'
import { call } from '../src/api/call.ts'
import { isClosed, isGone, markOf } from '../src/api/refused-orma.ts'
import { isUnmetered } from '../src/api/connection.ts'
import { listIds } from '../src/cache/cache-database.ts'
import { listCachedOrmas, pruneOrmas, forgetOrma, markPaused } from '../src/cache/cached-ormas.ts'
import type { CachedOrma } from '../src/cache/cached-ormas.ts'
import { writeAnswer } from '../src/cache/answers.ts'
import { forgetOthers } from '../src/cache/forget-others.ts'
import { queryKeys } from '../src/cache/query-keys.ts'
import { cacheStretch, forgetPosts } from '../src/cache/cached-posts.ts'
import { fetchPicture } from '../src/cache/picture-quota.ts'
import { pictureCacheName } from '../src/cache/cached-pictures.ts'
import { missingFrom } from '../src/posts/post-list.ts'
import { readSessionFor } from '../src/device/token.ts'
import type { SavedSession } from '../src/device/token.ts'
import { scope } from './worker-scope.ts'

/** More than these are unlikely to be opened next. */
const REFRESHED_MAX = 5

/** Brings the cached feeds of the Ormas last visited up to date while no page is open. What cannot be had now stays as it is. */
export async function refreshFeeds(): Promise<void> {
  // An open page does this itself.
  if ((await scope.clients.matchAll()).length > 0) return
  await pruneOrmas()
  for (const orma of (await listCachedOrmas()).slice(0, REFRESHED_MAX)) {
    const { event_hash } = orma
    await refreshFeed(orma, await readSessionFor(event_hash))
      .catch((error: unknown) => heedRefusal(event_hash, error))
      .catch(console.error)
  }
}

/** As a page does: an Orma that is gone is forgotten, except its outbox; a paused one stays cached, and hidden. */
async function heedRefusal(event_hash: string, error: unknown): Promise<void> {
  if (isClosed(error)) return markPaused(event_hash, markOf(error))
  if (!isGone(error)) throw error
  await forgetOrma(event_hash, true)
}

async function refreshFeed(
  orma: CachedOrma,
  { user, token }: Partial<SavedSession> = {},
): Promise<void> {
  const { event_hash } = orma
  const { event } = await call(api.getEvent, { params: { event_hash }, token })
  await writeAnswer(queryKeys.event(event_hash), event, Date.now())
  if (!seesAll(event, user?.id, Date.now())) await forgetOthers(event_hash, user?.id)
  const params = { event_hash, page: FIRST_PAGE }
  const posts = await call(api.listPosts, { params, token })
  await markPaused(event_hash, undefined)
  const stretch = { posts, isTop: true, isEnd: posts.length < PAGE_SIZE }
  await cacheStretch(event_hash, stretch, Date.now())
  const there = await listIds(event_hash)
  const { ids } = await call(api.listPostIds, { params, token })
  await forgetPosts(event_hash, missingFrom(there, ids))
  if (isUnmetered()) await fetchImages(orma, posts)
}

/**
 * Caches thumbs; of downloaded Ormas both renditions. Where no pictures of an Orma are cached, they were removed to make room,
 * and stay so.
 */
async function fetchImages(
  { event_hash, isWanted }: CachedOrma,
  posts: readonly Post[],
): Promise<void> {
  if (!(await caches.has(pictureCacheName(event_hash)))) return
  for (const { compressed_url, image_url } of posts) {
    for (const url of [compressed_url, isWanted ? image_url : null]) {
      // One that is missing keeps none of the others back.
      if (url !== null) await fetchPicture(event_hash, url).catch(() => false)
    }
  }
}
