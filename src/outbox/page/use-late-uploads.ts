import { useEffect, useState } from 'react'
import { startLate } from '../../worker/start-late.ts'
import type { ShownChange } from './upload-store.ts'
import type { UploadProgress } from './use-uploads.ts'

// For pages whose first script must not carry the outbox: it is loaded later. On a first visit nothing is in it.

const NO_PROGRESS: UploadProgress = { safe: 0, progress: undefined }
const NO_CHANGES: readonly ShownChange[] = []

/** How an Orma's uploads from this device go. */
export function useUploadProgress(event_hash: string): UploadProgress {
  const [progress, setProgress] = useState(NO_PROGRESS)
  useEffect(
    () =>
      startLate(async () => {
        const { followUploads } = await import('./use-uploads.ts')
        return () =>
          followUploads(event_hash, (told) =>
            setProgress((shown) => (isSame(shown, told) ? shown : told)),
          )
      }),
    [event_hash],
  )
  return progress
}

function isSame(one: UploadProgress, other: UploadProgress): boolean {
  return one.safe === other.safe && one.progress === other.progress
}

/** As `useWaitingChanges`. */
export function useLateChanges(): readonly ShownChange[] {
  const [changes, setChanges] = useState(NO_CHANGES)
  useEffect(
    () =>
      startLate(async () => {
        const { followChanges } = await import('./use-uploads.ts')
        return () => followChanges((told) => setChanges(told.length > 0 ? told : NO_CHANGES))
      }),
    [],
  )
  return changes
}
