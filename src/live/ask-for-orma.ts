import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../cache/query-keys.ts'

/** Has the server asked for the Orma that a page is about, whatever is known of it: its answer decides what the page shows. */
export function askForOrma(queryClient: QueryClient, event_hash: string): void {
  const queryKey = queryKeys.event(event_hash)
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  query?.fetch().catch(() => undefined)
}
