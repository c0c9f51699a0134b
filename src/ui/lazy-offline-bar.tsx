import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import type { OfflineBarProps } from './offline-bar.tsx'

// Most pages are seen with a network. Where it cannot be loaded, the page does without.
const OfflineBar = lazy<ComponentType<OfflineBarProps>>(async () => {
  try {
    const { OfflineBar: bar } = await import('./offline-bar.tsx')
    return { default: bar }
  } catch {
    return { default: Nothing }
  }
})

/** The offline bar where there is a reason for one. */
export function LazyOfflineBar({
  reason,
  asOf,
}: Omit<OfflineBarProps, 'reason'> & { reason: OfflineBarProps['reason'] | undefined }) {
  return <Suspense>{reason && <OfflineBar reason={reason} asOf={asOf} />}</Suspense>
}

function Nothing() {
  return null
}
