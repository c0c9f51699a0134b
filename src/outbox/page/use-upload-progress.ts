import { useEffect, useState } from 'react'
import { startLate } from '../../worker/start-late.ts'
import type { Uploads } from './use-uploads.ts'

/** How an Orma's uploads from this device go, of which there are none on a first visit. */
export type UploadProgress = Pick<Uploads, 'safe' | 'progress'>

const NONE: UploadProgress = { safe: 0, progress: undefined }

/** `useUploads` for pages that stand without it. */
export function useUploadProgress(event_hash: string): UploadProgress {
  const [progress, setProgress] = useState(NONE)
  useEffect(
    () =>
      startLate(async () => {
        const { followUploads } = await import('./follow-uploads.ts')
        return () => followUploads(event_hash, setProgress)
      }),
    [event_hash],
  )
  return progress
}
