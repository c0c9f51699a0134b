import { nudgeUploads } from '../../outbox/page/upload-driver.ts'
import { allOutboxes } from '../../outbox/page/page-outboxes.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { shrinkPhotos } from '../../outbox/shrink/shrink-photos.ts'
import type { SmallerPhoto } from '../../outbox/shrink/make-smaller.ts'
// The build makes it a script of its own and this its address.
// oxlint-disable-next-line import/default
import scriptUrl from '../../outbox/shrink/shrink-worker.ts?worker&url'
import { trustedScript } from '../../worker/register-worker.ts'

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

/** Well within the time for which a photo is held. */
const GIVE_UP_AFTER_MS = 15_000

/**
 * Makes a photo smaller in a web worker of its own, whose memory is freed with it. Takes the bytes over. Undefined where that
 * fails.
 */
export async function makeSmallerInWorker(photo: ArrayBuffer): Promise<SmallerPhoto | undefined> {
  const worker = new Worker(trustedScript(scriptUrl), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve) => {
      const giveUp = () => resolve(undefined)
      timer = setTimeout(giveUp, GIVE_UP_AFTER_MS)
      worker.addEventListener('message', ({ data }: MessageEvent<SmallerPhoto | undefined>) =>
        resolve(data),
      )
      worker.addEventListener('error', giveUp)
      worker.postMessage(photo, [photo])
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
