import type { QueryClient } from '@tanstack/react-query'
import { isGone, isPaused } from '../api/refused-orma.ts'
import { forgetOrma, markPaused } from '../cache/forget.ts'
import { forgetRecent } from '../device/forget-recent.ts'
import { queryKeys } from '../cache/query-keys.ts'
import type { ListStorage } from '../device/recent-ormas.ts'
import { pauseDownload } from '../download/downloads.ts'

/**
 * Heeds that the server shows nothing of an Orma: what this device has of one that is gone leaves it, but for what waits to be
 * sent; what it has of a paused one stays, unseen until the server shows it again.
 */
export async function noteRefusal(
  queryClient: QueryClient,
  event_hash: string,
  { error, storage }: { error: Error; storage: ListStorage },
): Promise<void> {
  // What this device could not heed now it heeds when the Orma is opened again.
  if (isGone(error)) await forgetGone(queryClient, event_hash, storage).catch(() => undefined)
  // Its next answer is written in place of the mark.
  if (isPaused(error)) await markPaused(event_hash, error.message).catch(() => undefined)
}

/** Takes all of an Orma that is no more from this page and this device. */
export async function forgetGone(
  queryClient: QueryClient,
  event_hash: string,
  storage: ListStorage,
): Promise<void> {
  pauseDownload(event_hash)
  const queryKey = queryKeys.event(event_hash)
  queryClient.removeQueries({ queryKey, predicate: (query) => query.queryKey.length > 2 })
  // It stays known that the server has refused it.
  queryClient.getQueryCache().find({ queryKey, exact: true })?.setState({ data: undefined })
  queryClient.setQueriesData<unknown>({ queryKey: ['user'] }, (list: unknown) =>
    Array.isArray(list) ? list.filter((entry) => entry.event_hash !== event_hash) : list,
  )
  forgetRecent(event_hash, storage)
  await forgetOrma(event_hash, true)
}
