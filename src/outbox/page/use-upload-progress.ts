import { useEffect, useState } from 'react'
import { startLate } from '../../worker/start-late.ts'
import type { UploadProgress } from './use-uploads.ts'

/** On a first visit there are none. */
const NONE: UploadProgress = { safe: 0, progress: undefined }

/** `useUploads` for pages whose first script must not carry it: it is loaded later. */
export function useUploadProgress(event_hash: string): UploadProgress {
  const [progress, setProgress] = useState(NONE)
  useEffect(
    () =>
      startLate(async () => {
        const { followUploads } = await import('./follow-uploads.ts')
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
