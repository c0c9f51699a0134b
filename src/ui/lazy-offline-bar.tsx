import { Suspense } from 'react'
import type { OfflineBarProps } from './offline-bar.tsx'
import { optionalComponent } from './optional-component.ts'

// Most pages are seen with a network.
const OfflineBar = optionalComponent(async () => (await import('./offline-bar.tsx')).OfflineBar)

/** The offline bar where there is a reason for one. */
export function LazyOfflineBar({
  reason,
  asOf,
}: Omit<OfflineBarProps, 'reason'> & { reason: OfflineBarProps['reason'] | undefined }) {
  return <Suspense>{reason && <OfflineBar reason={reason} asOf={asOf} />}</Suspense>
}
