import { Suspense } from 'react'
import { isSilence } from '../api/contact.ts'
import { useNoContact } from '../live/use-no-contact.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { filesAtHand } from '../worker/worker-link.ts'

const ReadableOrmas = latePiece(
  async () => (await import('../features/home/readable-orma-row.tsx')).ReadableOrmas,
  filesAtHand,
)

/** Where the network is the reason that a page could not be loaded: the Ormas that open without it. */
export function OfflineInstead({ error }: { error?: unknown }) {
  const isOffline = useNoContact() !== undefined || isSilence(error)
  return <Suspense>{isOffline && <ReadableOrmas />}</Suspense>
}

export function renderInstead(error?: Error) {
  return <OfflineInstead error={error} />
}
