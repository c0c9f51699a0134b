import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from './api/api-error.ts'
import { logFailure } from './api/log-failure.ts'
import { isRefused } from './api/refused-orma.ts'
import { createQueryPersister } from './cache/query-persister.ts'
import { askForOrma } from './live/ask-for-orma.ts'
import { sessionKey } from './session/session-query.ts'

/** Reads that failed without a word of the server's go again this often. */
const READ_RETRIES = 2
const FRESH_MS = 10_000

/** The cache of everything read from the server. Reads start without asking whether there is a network. */
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
      // What could not be loaded is asked for again, also by what otherwise never asks twice.
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
  // Who has waited that long for nothing is told so.
  const isFinal = error instanceof ApiError && (error.status < 500 || error.code === 'timed_out')
  // A retry that is due while offline would wait for ever; coming online fetches again by itself.
  return failures < READ_RETRIES && !isFinal && navigator.onLine
}

/** A token that the server no longer knows is noticed by whichever call meets it first. */
function checkSessionAfter(error: Error, queryClient: QueryClient): void {
  if (!(error instanceof ApiError) || error.status !== 401) return
  const isAsked = queryClient.isFetching({ queryKey: sessionKey }) > 0
  if (queryClient.getQueryData(sessionKey) && !isAsked) {
    void queryClient.invalidateQueries({ queryKey: sessionKey })
  }
}

/** That an Orma is gone or paused is noticed by whichever call meets it first; its pages hear it from the Orma's own. */
function checkOrmaAfter([kind, event_hash, part]: QueryKey, queryClient: QueryClient): void {
  if (kind !== 'events' || typeof event_hash !== 'string' || part === undefined) return
  askForOrma(queryClient, event_hash)
}
