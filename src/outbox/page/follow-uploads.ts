import { currentUploads, subscribeToUploads } from './upload-store.ts'
import type { UploadProgress } from './use-upload-progress.ts'
import { summarize } from './use-uploads.ts'

/** Tells how an Orma's uploads go, now and whenever that changes. Gives what ends it. */
export function followUploads(
  event_hash: string,
  tell: (progress: UploadProgress) => void,
): () => void {
  return subscribeToUploads(() => {
    const photos = currentUploads().photos.filter((photo) => photo.eventHash === event_hash)
    const { safe, progress } = summarize(photos)
    tell({ safe, progress })
  })
}
