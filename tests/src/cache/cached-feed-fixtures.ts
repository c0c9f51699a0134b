import 'fake-indexeddb/auto'
import { clear } from 'idb-keyval'
import type { Post } from '../../../contract/entities.ts'
import { readAnswer } from '../../../src/cache/answers.ts'
import { answers, ormas, posts as postRecords } from '../../../src/cache/cache-database.ts'
import { changeCachedOrma } from '../../../src/cache/cached-ormas.ts'
import { cacheStretch } from '../../../src/cache/cached-posts.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { makePost } from '../../support/post-shapes.ts'

export const HASH = 'AAAAAAAAAAAAAAAAAAAAAA'
export const OTHER = 'BBBBBBBBBBBBBBBBBBBBBB'
export const NOW = Date.now()

/** Nothing is cached but that two Ormas were visited. */
export async function emptyCache(): Promise<void> {
  for (const store of [answers, postRecords, ormas]) await clear(store)
  for (const hash of [HASH, OTHER]) await changeCachedOrma(hash, {})
}

export function post(id: number): Post {
  const createdAt = new Date(NOW + id * 1000).toISOString()
  return makePost(id, { event_hash: HASH, createdAt })
}

/** From the newest, which has the highest id, to the oldest. */
export function posts(count: number): Post[] {
  return ids(count).map(post)
}

export function ids(count: number): number[] {
  return Array.from({ length: count }, (_, at) => count - at)
}

export function stretchOf(list: readonly Post[], { isEnd = false } = {}) {
  return { posts: list, isTop: true, isEnd }
}

export function keep(list: readonly Post[], options?: { isEnd: boolean }): Promise<void> {
  return cacheStretch(HASH, stretchOf(list, options), NOW)
}

export async function firstIds() {
  const kept = await readAnswer(queryKeys.feed(HASH))
  return idsOf((kept?.data as { pages: Post[][] } | undefined)?.pages[0])
}

export async function viewIds(id: number) {
  const kept = await readAnswer(queryKeys.postView(HASH, id))
  return idsOf((kept?.data as { pages: Post[][] } | undefined)?.pages[0])
}

export function idsOf(list: readonly Post[] | undefined) {
  return list?.map(({ id }) => id)
}
