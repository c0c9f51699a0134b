import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../cache/query-keys.ts'

/** Asks the server for the Orma of the page, whatever is cached: its answer decides what the page shows. */
export function askForOrma(queryClient: QueryClient, event_hash: string): void {
  const queryKey = queryKeys.event(event_hash)
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  query?.fetch().catch(() => undefined)
}
