import type { UseQueryResult } from '@tanstack/react-query'
import { useNoContact } from '../live/use-no-contact.ts'
import { OfflineBar } from '../ui/notices/offline-bar.tsx'

interface OfflineAgeProps {
  query: Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt'>
}

/** Says why the shown data may be out of date, and how old it is. */
export function OfflineAge({ query: { isRefetchError, dataUpdatedAt } }: OfflineAgeProps) {
  const reason = useNoContact() ?? (isRefetchError ? 'failed' : undefined)
  return <OfflineBar reason={reason} asOf={dataUpdatedAt} />
}
