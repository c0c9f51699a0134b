import { notFound } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { isEventHash } from '../contract/rules.ts'
import { eventQuery } from './features/event/event-query.ts'

interface OrmaLoad {
  context: { queryClient: QueryClient }
  params: { event_hash: string }
}

/** What is known of an Orma is shown at once and asked for again. */
export function loadOrma({ context: { queryClient }, params: { event_hash } }: OrmaLoad) {
  if (!isEventHash(event_hash)) throw notFound()
  return queryClient.ensureQueryData({ ...eventQuery(event_hash), revalidateIfStale: true })
}

/** Only the Orma's name is on the page: nothing waits for it. */
export function loadName(queryClient: QueryClient, event_hash: string): void {
  if (!isEventHash(event_hash)) throw notFound()
  void queryClient.prefetchQuery(eventQuery(event_hash))
}

/** An hour of a photo's own clock. */
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

/** The upload page, and what it sends photos with. */
export async function loadUploadPage() {
  const [page] = await Promise.all([import('./pages/upload-page.tsx'), loadUploadWork()])
  return page
}

/**
 * What a page sends photos with itself where no worker does. Not later: a script that could not be loaded once, when the
 * network was gone, browsers do not ask for again.
 */
async function loadUploadWork(): Promise<unknown> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  return serviceWorker?.controller ? undefined : import('./outbox/queue/upload-work.ts')
}
