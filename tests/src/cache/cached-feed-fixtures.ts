import 'fake-indexeddb/auto'
import { clear } from 'idb-keyval'
import type { Post } from '../../../contract/entities.ts'
import { readAnswer, readPage } from '../../../src/cache/answers.ts'
import { answers, ormas, posts } from '../../../src/cache/cache-database.ts'
import { changeCachedOrma } from '../../../src/cache/cached-ormas.ts'
import { cacheStretch } from '../../../src/cache/cached-posts.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import type { PostPages } from '../../../src/posts/post-list.ts'
import { EVENT_HASH, idsOf } from '../../support/post-shapes.ts'

export const OTHER = 'BBBBBBBBBBBBBBBBBBBBBB'
export const NOW = Date.now()
export const FEED = queryKeys.feed(EVENT_HASH)

/** Nothing is cached but that two Ormas were visited. */
export async function emptyCache(): Promise<void> {
  for (const store of [answers, posts, ormas]) await clear(store)
  for (const hash of [EVENT_HASH, OTHER]) await changeCachedOrma(hash, {})
}

export function stretchOf(list: readonly Post[], { isEnd = false } = {}) {
  return { posts: list, isTop: true, isEnd }
}

export function keep(list: readonly Post[], options?: { isEnd: boolean }): Promise<void> {
  return cacheStretch(EVENT_HASH, stretchOf(list, options), NOW)
}

/** The ids of what is cached under a key, of a feed those of its first page. */
export async function cachedIds(key: readonly unknown[] = FEED) {
  const kept = await readAnswer(key)
  return kept && idsOf(kept.data as PostPages)
}

/** The ids of the cached page of the feed that follows a post. */
export async function cachedIdsAfter(after: number) {
  const page = await readPage(FEED, { after })
  return page?.map(({ id }) => id)
}
