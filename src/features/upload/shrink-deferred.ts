import { captureTime } from '../../../contract/capture-time.ts'
import { nudgeUploads } from '../../outbox/page/upload-driver.ts'
import { allOutboxes } from '../../outbox/page/page-outboxes.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
import type { SmallerPhoto } from '../../outbox/shrink/make-smaller.ts'
// The build makes it a script of its own and this its address.
// oxlint-disable-next-line import/default
import photoScript from '../../outbox/shrink/shrink-worker.ts?worker&url'
// Likewise.
// oxlint-disable-next-line import/default
import videoScript from '../../outbox/shrink/shrink-video-worker.ts?worker&url'
import type { SmallerVideo } from '../../outbox/shrink/store-smaller.ts'
import { forPhotos, isPhoto } from '../../outbox/store/outbox-item.ts'
import {
  deferForShrinking,
  isDeferred,
  isVideo,
  hashBytes,
} from '../../outbox/store/outbox-photo.ts'
import { outbox as deviceOutbox } from '../../outbox/store/outbox.ts'
import type { Outbox } from '../../outbox/store/outbox.ts'
import { encodesVideos, shrinkInWorker } from './shrink-in-worker.ts'
import { shrinkVideos } from './shrink-videos.ts'
import type { MakeVideoSmaller } from './shrink-videos.ts'

let shrinking: Promise<void> = Promise.resolve()
let shrinkingVideos: Promise<void> = Promise.resolve()

/** Makes the photos smaller that are held for it, then the videos, on this device and in this page, and has each sent when it is done. */
export function shrinkDeferred(): Promise<void> {
  const onChange = () => {
    announceUploads()
    void nudgeUploads()
  }
  // After what is being done already: one at a time.
  for (const outbox of allOutboxes)
    shrinking = shrinking
      .then(() => shrinkPhotos(outbox, { makeSmaller: makePhotoSmaller, onRelease: onChange }))
      .catch(console.error)
  // Photos that come meanwhile do not wait for it.
  shrinkingVideos = Promise.all([shrinking, shrinkingVideos])
    .then(() => shrinkVideos(deviceOutbox, { makeSmaller: makeVideoSmaller, onChange }))
    .catch(console.error)
  return shrinkingVideos
}

const makePhotoSmaller = (photo: ArrayBuffer) =>
  shrinkInWorker<SmallerPhoto>(photoScript, photo, { transfer: [photo] })

const makeVideoSmaller: MakeVideoSmaller = async (asked, onProgress) =>
  encodesVideos() ? shrinkInWorker<SmallerVideo>(videoScript, asked, { onProgress }) : undefined

interface ShrinkOptions {
  /** Undefined or rejecting: the photo is sent as it is. May take the bytes over. */
  makeSmaller: (photo: ArrayBuffer) => Promise<SmallerPhoto | undefined>
  /** A photo may be sent now. */
  onRelease?: () => void
  now?: () => number
}

/**
 * Makes held photos smaller, one at a time, since a decoded one takes 50 MB and more. The smaller photo replaces the stored one
 * in one transaction with all that its record says of the bytes. A photo that cannot be made smaller is released as it is.
 */
export async function shrinkPhotos(
  outbox: Outbox,
  { makeSmaller, onRelease, now = Date.now }: ShrinkOptions,
): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    // Renews the hold of all that are still to come.
    const holdOn = forPhotos((photo) =>
      isDeferred(photo, now()) && !tried.has(photo.key) ? deferForShrinking(now()) : undefined,
    )
    const held = (await outbox.changeAll(holdOn)).filter(isPhoto)
    const next = held.find((photo) => !isVideo(photo))
    if (!next) return
    const { key } = next
    tried.add(key)
    // On a device without room for the smaller one, or for any write, the hold just expires.
    await shrinkOne(outbox, key, { makeSmaller, now }).catch(console.error)
    const release = forPhotos(({ isToShrink, state }) =>
      isToShrink && state === 'waiting' ? { isToShrink: false, nextAt: 0 } : undefined,
    )
    await outbox.change(key, release).catch(console.error)
    onRelease?.()
  }
}

async function shrinkOne(
  outbox: Outbox,
  key: string,
  { makeSmaller, now }: Required<Pick<ShrinkOptions, 'makeSmaller' | 'now'>>,
): Promise<void> {
  const bytes = await outbox.readBytes(key)
  const smaller = bytes && (await makeSmaller(bytes))
  if (!smaller) return
  const hash = await hashBytes(smaller.bytes)
  const replace = forPhotos((photo) =>
    // After the hold it may be on its way, even if the device had no room to note that.
    isDeferred(photo, now())
      ? {
          isToShrink: false,
          nextAt: now(),
          size: smaller.bytes.byteLength,
          sha256: hash,
          original_sha256: photo.sha256,
          original_date: captureTime(smaller.exif, { ...photo, filename: photo.name }, now()) ?? '',
        }
      : undefined,
  )
  await outbox.change(key, replace, smaller.bytes)
}
