import { nudgeUploads } from '../../outbox/page/upload-driver.ts'
import { allOutboxes } from '../../outbox/page/page-outboxes.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { shrinkPhotos } from '../../outbox/shrink/shrink-photos.ts'
import { makeSmallerInWorker } from './shrink-link.ts'

let shrinking: Promise<void> = Promise.resolve()

/** Makes the photos smaller that are held for it, on this device and in this page, and has each sent when it is done. */
export function shrinkDeferred(): Promise<void> {
  // After what is being done already: one at a time.
  shrinking = shrinking
    .then(() =>
      shrinkPhotos({ outboxes: allOutboxes, makeSmaller: makeSmallerInWorker, onRelease }),
    )
    .catch(console.error)
  return shrinking
}

function onRelease(): void {
  announceUploads()
  void nudgeUploads()
}
