import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { ApiError, logFailure } from '../api/api-error.ts'
import { isRefused } from '../api/refused-orma.ts'
import { createQueryPersister } from '../cache/query-persister.ts'
import { askForOrma } from '../live/renew-lists.ts'
import { sessionKey, sessionQuery } from '../session/session-query.ts'

/** So often a read is tried again where the server is silent. */
const READ_RETRIES = 2
const FRESH_MS = 10_000

/** The query cache, for everything read from the server. Reads start even if the browser reports no network. */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey, meta }) => {
        logAs(meta, error)
        if (queryKey[0] !== sessionKey[0]) checkSessionAfter(error, queryClient)
        if (isRefused(error)) checkOrmaAfter(queryKey, queryClient)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        logAs(meta, error)
        checkSessionAfter(error, queryClient)
      },
    }),
  })
  queryClient.setDefaultOptions({
    queries: {
      persister: createQueryPersister(queryClient),
      networkMode: 'offlineFirst',
      retry: shouldRetry,
      staleTime: FRESH_MS,
      // Data that failed to load is asked for again, also by queries that are otherwise never stale.
      refetchOnReconnect: ({ state }) => (state.data === undefined ? 'always' : true),
    },
    mutations: { networkMode: 'always', retry: false },
  })
  return queryClient
}

/** What the specification wants logged says of itself as what (`meta.failure`). */
function logAs(meta: Record<string, unknown> | undefined, error: Error): void {
  if (typeof meta?.['failure'] === 'string') logFailure(meta['failure'], error)
}

function shouldRetry(failures: number, error: Error): boolean {
  // A timeout has been waited for long enough: it is shown.
  const isFinal = error instanceof ApiError && (error.status < 500 || error.code === 'timed_out')
  // Offline a retry would wait for the network; the `online` event fetches again anyway.
  return failures < READ_RETRIES && !isFinal && navigator.onLine
}

/** Whichever call meets a refused token has the session checked. */
function checkSessionAfter(error: Error, queryClient: QueryClient): void {
  if (!(error instanceof ApiError) || error.status !== 401) return
  const isAsked = queryClient.isFetching({ queryKey: sessionKey }) > 0
  const { queryKey } = sessionQuery()
  if (queryClient.getQueryData(queryKey) && !isAsked) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** Whichever call hears that an Orma is gone or paused has the Orma asked for; its pages react to that query. */
function checkOrmaAfter([kind, event_hash, part]: QueryKey, queryClient: QueryClient): void {
  if (kind !== 'events' || typeof event_hash !== 'string' || part === undefined) return
  askForOrma(queryClient, event_hash)
}
