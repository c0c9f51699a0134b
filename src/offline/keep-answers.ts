import type { Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Comment, Post } from '../../contract/entities.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { ApiError } from '../api/api-error.ts'
import { isPicture } from '../api/api-host.ts'
import { isPaused } from '../api/refused-orma.ts'
import { forgetPosts } from '../device/forget-kept.ts'
import { written } from '../device/kept-database.ts'
import { noteKeptVisit } from '../device/kept-ormas.ts'
import { isSent } from '../device/kept-records.ts'
import type { PostPages } from '../device/post-list.ts'
import { queryKeys } from '../device/query-keys.ts'
import { isPostList, keptSchema } from '../device/read-kept.ts'
import { keepAnswer, keepPosts, keepStretch } from '../device/write-kept.ts'
import type { Stretch } from '../device/write-kept.ts'

/** Answers that come one upon the other are written together. */
const WRITE_AFTER_MS = 100

/** The Ormas that this page has shown: what is only looked up in passing is not kept. */
const visited = new Set<string>()
/** Addresses of images. */
const shownToWorker = new Set<string>()
let observer: PerformanceObserver | undefined
const waiting = new Map<Query, { isOurs: boolean }>()
let timer: ReturnType<typeof setTimeout> | undefined
let queryCache: QueryCache | undefined

/** From now on what queries have is kept on this device, also what a person changes before the server has answered. */
export function keepAnswers(queryClient: QueryClient): void {
  if (queryCache) return
  queryCache = queryClient.getQueryCache()
  for (const query of queryCache.getAll()) keepLater(query, true)
  queryCache.subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event)) return
    const { action } = event
    if (action.type === 'success') keepLater(query, action.manual === true)
    if (action.type === 'error' && isNoPost(action.error)) void forgetPost(query)
  })
  // A page that goes has no later.
  addEventListener('pagehide', () => void writeWaiting())
}

/** From now on nothing that this page has of an Orma is kept. */
export function keepNoMore(event_hash: string): void {
  visited.delete(event_hash)
}

/** Notes that an Orma is being looked at, and keeps what is there of it. */
export async function keepVisited(event_hash: string): Promise<void> {
  visited.add(event_hash)
  for (const query of queryCache?.getAll() ?? []) {
    if (query.queryKey[1] === event_hash) keepLater(query, true)
  }
  await noteKeptVisit(event_hash).catch(() => undefined)
  keepSeenImages()
}

/** What was asked for before there was a worker is shown to it once it has come: then from the browser's own cache. */
function keepSeenImages(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!serviceWorker || observer) return
  if (!serviceWorker.controller) {
    serviceWorker.addEventListener('controllerchange', keepSeenImages, { once: true })
    return
  }
  observer = new PerformanceObserver((list) => {
    for (const { name, workerStart } of list.getEntries() as PerformanceResourceTiming[]) {
      if (workerStart > 0 || shownToWorker.has(name) || !isPicture(new URL(name))) continue
      shownToWorker.add(name)
      void fetch(name).catch(() => undefined)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}

/** `isOurs`: changed here, not said by the server just now. */
function keepLater(query: Query, isOurs: boolean): void {
  const [kind, event_hash] = query.queryKey
  if (kind !== 'user' && !visited.has(String(event_hash))) return
  const isStillOurs = isOurs && (waiting.get(query)?.isOurs ?? true)
  waiting.set(query, { isOurs: isStillOurs })
  // What a person does may be the last thing on this page.
  if (isOurs) clearTimeout(timer)
  if (isOurs || timer === undefined) {
    timer = setTimeout(() => void writeWaiting(), isOurs ? 0 : WRITE_AFTER_MS)
  }
}

async function writeWaiting(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const changed = [...waiting]
  waiting.clear()
  for (const [query, { isOurs }] of changed) {
    // What was forgotten meanwhile, as all of a user's is at the end of the session, stays forgotten.
    if (queryCache?.get(query.queryHash) !== query) continue
    // A device that is full, or forbids it, keeps what it has.
    await write(query, isOurs).catch(() => undefined)
  }
}

async function write({ queryKey, state }: Query, isOurs: boolean): Promise<void> {
  const { data, dataUpdatedAt } = state
  if (typeof data !== 'object' || data === null) return
  const [kind, event_hash = '', part] = queryKey as (string | undefined)[]
  if (kind === 'events' && !visited.has(event_hash)) return
  if (part === 'newest') {
    const posts = data as Post[]
    const stretch = { posts, isTop: true, isEnd: !isOurs && posts.length < PAGE_SIZE }
    await writeStretch(queryKeys.feed(event_hash), stretch, dataUpdatedAt)
  } else if (isPostList(queryKey)) {
    const { pages } = data as PostPages
    const isEnd = pages.length > 1 && pages.at(-1)?.length === 0
    await writeStretch(queryKey, { posts: pages.flat(), isTop: false, isEnd }, dataUpdatedAt)
  } else if (part === 'post') {
    const posts = (data as PostPages).pages.flat().filter(isUnwritten)
    await keepPosts(posts, dataUpdatedAt)
    for (const post of posts) written.add(post)
  } else if (keptSchema(queryKey) && !written.has(data) && !isPaused(state.error)) {
    const kept = part === 'comments' ? (data as Comment[]).filter(isSent) : data
    await keepAnswer(queryKey, kept, dataUpdatedAt)
    written.add(data)
  }
}

async function writeStretch(
  key: readonly unknown[],
  stretch: Stretch,
  updatedAt: number,
): Promise<void> {
  const changed = stretch.posts.filter(isUnwritten)
  await keepStretch(key, stretch, { updatedAt, changed })
  for (const post of changed) written.add(post)
}

function isUnwritten(post: Post): boolean {
  return !written.has(post)
}

/** The post is gone; of its Orma this says nothing. */
function isNoPost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'post_not_found'
}

async function forgetPost({ queryKey }: Query): Promise<void> {
  const [kind, event_hash, part, post_id] = queryKey
  if (kind !== 'events' || part !== 'post') return
  // What could not be forgotten now is asked for again the next time it is opened.
  await forgetPosts(String(event_hash), [Number(post_id)]).catch(() => undefined)
}
