import { currentUploads, subscribeToUploads } from './upload-store.ts'
import type { ShownChange } from './upload-store.ts'
import { summarize } from './use-uploads.ts'
import type { UploadProgress } from './use-uploads.ts'

/** Calls `tell` with an Orma's uploads, now and at each change. Returns the function that ends it. */
export function followUploads(
  event_hash: string,
  tell: (progress: UploadProgress) => void,
): () => void {
  const tellNow = () => {
    const photos = currentUploads().photos.filter((photo) => photo.eventHash === event_hash)
    const { safe, progress } = summarize(photos)
    tell({ safe, progress })
  }
  tellNow()
  return subscribeToUploads(tellNow)
}

/** Calls `tell` with the user's changes that wait, now and at each change. Returns the function that ends it. */
export function followChanges(tell: (changes: readonly ShownChange[]) => void): () => void {
  const tellNow = () => tell(currentUploads().changes)
  tellNow()
  return subscribeToUploads(tellNow)
}
