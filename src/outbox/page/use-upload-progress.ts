import { useEffect, useState } from 'react'
import { startLate } from '../../worker/start-late.ts'
import type { Uploads } from './use-uploads.ts'

/** How an Orma's uploads from this device go. On a first visit there are none. */
export type UploadProgress = Pick<Uploads, 'safe' | 'progress'>

const NONE: UploadProgress = { safe: 0, progress: undefined }

/** `useUploads` for pages whose first script must not carry it: it is loaded later. */
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
