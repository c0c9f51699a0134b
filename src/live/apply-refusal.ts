import type { QueryClient } from '@tanstack/react-query'
import { isClosed, isGone, markOf } from '../api/refused-orma.ts'
import { forgetOrganisersAnswers, forgetOrma, markPaused } from '../cache/cached-ormas.ts'
import { forgetRecent } from '../device/forget-recent.ts'
import { queryKeys } from '../cache/query-keys.ts'
import type { ListStorage } from '../device/recent-ormas.ts'
import { pauseDownload } from '../download/downloads.ts'

/**
 * Acts on the server's refusal to show an Orma: of one that is gone everything but the outbox is forgotten; of a paused one
 * everything stays, hidden until the server shows it again.
 */
export async function applyRefusal(
  queryClient: QueryClient,
  event_hash: string,
  { error, storage }: { error: Error; storage: ListStorage },
): Promise<void> {
  // If this fails, it is done when the Orma is opened again.
  if (isGone(error))
    await forgetDeletedOrma(queryClient, event_hash, storage).catch(() => undefined)
  // The next answer overwrites the mark.
  if (isClosed(error)) await markPaused(event_hash, markOf(error)).catch(() => undefined)
  // Whom it is closed to organises it no more.
  if (isClosed(error)) await forgetOrganisersAnswers(event_hash).catch(() => undefined)
}

/** Forgets a deleted Orma, in this page and on this device; its drafts stay. */
export async function forgetDeletedOrma(
  queryClient: QueryClient,
  event_hash: string,
  storage: ListStorage,
): Promise<void> {
  pauseDownload(event_hash)
  const queryKey = queryKeys.event(event_hash)
  queryClient.removeQueries({ queryKey, predicate: (query) => query.queryKey.length > 2 })
  // The query keeps the error: the server has refused it.
  queryClient.getQueryCache().find({ queryKey, exact: true })?.setState({ data: undefined })
  queryClient.setQueriesData<unknown>({ queryKey: ['user'] }, (list: unknown) =>
    Array.isArray(list) ? list.filter((entry) => entry.event_hash !== event_hash) : list,
  )
  const { allOwnPosts, allFlagged, allPending } = queryKeys
  for (const keyOf of [allOwnPosts, allFlagged, allPending])
    queryClient.removeQueries({ queryKey: keyOf(event_hash) })
  forgetRecent(event_hash, storage)
  await forgetOrma(event_hash, true)
}
