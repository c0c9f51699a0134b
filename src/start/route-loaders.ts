import { notFound } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { Event, Post } from '../../contract/entities.ts'
import { isEventHash } from '../../contract/rules.ts'
import { restoreList } from '../cache/page/restore-list.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { inTime } from '../device/wait.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { savedPlace } from '../features/feed/feed-memory.ts'
import { savedPostPlace } from '../features/post/post-place.ts'
import type { Entry } from '../features/post/post-place.ts'
import { loadPieces } from '../pages/event-pieces.ts'
import { findPlace } from '../posts/post-list.ts'
import { tabStorage } from '../session/device-storage.ts'
import { restoreSession } from '../session/session-query.ts'
import { guestHere } from '../session/token-cookie.ts'

interface OrmaLoad {
  context: { queryClient: QueryClient }
  params: { event_hash: string }
}

/** Loads an Orma. Cached data is enough to go on with, and is asked for again. */
export function loadOrma({ context: { queryClient }, params: { event_hash } }: OrmaLoad) {
  if (!isEventHash(event_hash)) throw notFound()
  return queryClient.ensureQueryData({ ...eventQuery(event_hash), revalidateIfStale: true })
}

/** Waits a moment for an Orma that is not known here: it says how guests sign in. */
export async function loadSignIn({
  context: { queryClient },
  params: { event_hash },
}: OrmaLoad): Promise<void> {
  if (isEventHash(event_hash)) await inTime(queryClient.ensureQueryData(eventQuery(event_hash)))
}

/** Begins to load an Orma of which the page shows only the name. */
export function loadName(queryClient: QueryClient, event_hash: string): void {
  if (!isEventHash(event_hash)) throw notFound()
  void queryClient.prefetchQuery(eventQuery(event_hash))
}

/** Has the feed as far as it was left, where this device has it. */
export async function restoreFeed(queryClient: QueryClient, event_hash: string): Promise<void> {
  const place = savedPlace(tabStorage, event_hash)
  if (!place) return
  const isFound = (posts: Post[]) => findPlace(posts, place) !== undefined
  await restoreList(queryClient, queryKeys.feed(event_hash), isFound)
}

/** Has what stands on an Orma's page and who is here ready for its first frame, where that needs no network. */
export async function loadFirstFrame(queryClient: QueryClient, orma: Promise<Event>) {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!serviceWorker?.controller) return
  const pieces = orma.then(loadPieces)
  await inTime(Promise.all([pieces, restoreSession(queryClient, guestHere())]))
}

interface ViewLoad {
  event_hash: string
  post_id: number
  location: Entry
}

/** Has a post and those after it as far as they were looked at, where this device has them. */
export async function restoreView(
  queryClient: QueryClient,
  { event_hash, post_id, location }: ViewLoad,
): Promise<void> {
  const place = savedPostPlace(location)
  if (!place) return
  const isFound = (posts: Post[]) => findPlace(posts, place) !== undefined
  await restoreList(queryClient, queryKeys.postView(event_hash, post_id), isFound)
}

/** An hour in local time of the photos. */
const HOUR = /^\d{4}-\d\d-\d\dT\d\d$/

export function loadHour({
  context: { queryClient },
  params: { event_hash, timeslot },
}: OrmaLoad & { params: { timeslot: string } }): void {
  if (!HOUR.test(timeslot)) throw notFound()
  loadName(queryClient, event_hash)
}

export function loadPerson({ params: { id } }: { params: { id: string } }): void {
  if (!/^\d{1,15}$/.test(id)) throw notFound()
}

/** Loads the posts and the film of the sample: only its pages need them. */
export async function loadSample() {
  return (await import('../features/sample/sample-orma.ts')).sampleOrma
}

/** Loads the upload page's script, and what it sends photos with. */
export async function loadUploadPage() {
  const [page] = await Promise.all([import('../pages/upload-page.tsx'), loadUploadWork()])
  return page
}

/**
 * Loads the sending code where no worker does the sending. At once: browsers do not fetch a script again that failed once, and
 * the network may be gone later.
 */
async function loadUploadWork(): Promise<unknown> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  return serviceWorker?.controller ? undefined : import('../outbox/queue/upload-work.ts')
}
