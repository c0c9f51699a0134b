import { Suspense } from 'react'
import { isSilence } from '../api/contact.ts'
import { lateComponent } from './late-component.tsx'

const ReadableOrmas = lateComponent(
  async () => (await import('../features/home/readable-orma-row.tsx')).ReadableOrmas,
)

/** Below a page that could not be loaded: the Ormas that open without a network, if that was the reason. */
export function OfflineInstead({ error }: { error: unknown }) {
  const isOffline = isSilence(error) || !navigator.onLine
  return <Suspense>{isOffline && <ReadableOrmas />}</Suspense>
}
