import { nudgeUploads } from '../outbox/page/upload-driver.ts'
import { allOutboxes } from '../outbox/page/page-outboxes.ts'
import { announceUploads } from '../outbox/queue/announce.ts'
import { retryClosed } from '../outbox/queue/photo-actions.ts'

/** Has what an Orma refused while its uploads were closed sent again: they are open, `takesVideos`: also to videos. */
export async function sendClosed(event_hash: string, takesVideos: boolean): Promise<void> {
  let retried = 0
  // With the device's storage in trouble the photos stay as they are, each with its button.
  for (const outbox of allOutboxes) {
    retried += await retryClosed(outbox, event_hash, { takesVideos }).catch(() => 0)
  }
  if (retried === 0) return
  announceUploads()
  await nudgeUploads()
}
