import { notFound } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { isEventHash } from '../../contract/rules.ts'
import { eventQuery } from '../features/event/event-query.ts'

interface LoaderOptions {
  context: { queryClient: QueryClient }
  params: { event_hash: string }
}

/** The loader of a page that needs its Orma: what is known of it is shown at once and asked for again. */
export function loadEvent({ context: { queryClient }, params: { event_hash } }: LoaderOptions) {
  if (!isEventHash(event_hash)) throw notFound()
  return queryClient.ensureQueryData({ ...eventQuery(event_hash), revalidateIfStale: true })
}
