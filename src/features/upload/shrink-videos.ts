import { VIDEO_MEDIA_TYPES } from '../../../contract/video-type.ts'
import type { VideoToShrink } from '../../outbox/shrink/make-video-smaller.ts'
import type { SmallerVideo } from '../../outbox/shrink/store-smaller.ts'
import { forPhotos, isPhoto } from '../../outbox/store/outbox-item.ts'
import { deferForShrinking, isDeferred, isVideo } from '../../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import type { DeviceOutbox } from '../../outbox/store/outbox.ts'
import { newPiecesName } from '../../outbox/store/video-pieces.ts'

/**
 * Stores a smaller video under a name of its own, and says how far it is, 0 to 1, often enough to have the hold renewed; it may end
 * when that gives false. Undefined or rejecting: the video is sent as it is.
 */
export type MakeVideoSmaller = (
  asked: VideoToShrink,
  onProgress: (progress: number) => Promise<boolean>,
) => Promise<SmallerVideo | undefined>

interface ShrinkVideosOptions {
  makeSmaller: MakeVideoSmaller
  /** A hold was renewed or has ended. */
  onChange?: () => void
  now?: () => number
}

/**
 * Makes held videos smaller, one at a time. The smaller one is stored beside the one that was chosen; a video's record changes over to
 * it in one write, and what is not needed any more goes then. A video that cannot be made smaller is released as it is.
 */
export async function shrinkVideos(
  outbox: DeviceOutbox,
  { makeSmaller, onChange, now = Date.now }: ShrinkVideosOptions,
): Promise<void> {
  const tried = new Set<string>()
  const isHeld = (photo: OutboxPhoto) => isVideo(photo) && isDeferred(photo, now())
  for (;;) {
    const hold = forPhotos((photo) =>
      isHeld(photo) && !tried.has(photo.key) ? deferForShrinking(now()) : undefined,
    )
    const video = (await outbox.changeAll(hold)).find(isPhoto)
    if (!video) return
    const { key } = video
    tried.add(key)
    const onProgress = async (shrunk: number) => {
      // Of those too that are still to come.
      const holdOn = forPhotos((photo) => {
        if (!isHeld(photo) || (tried.has(photo.key) && photo.key !== key)) return undefined
        return { ...deferForShrinking(now()), ...(photo.key === key && { shrunk }) }
      })
      const held = await outbox.changeAll(holdOn)
      onChange?.()
      return held.some((photo) => photo.key === key)
    }
    await shrinkOne(outbox, video, { makeSmaller, onProgress, now }).catch(console.error)
    const release = forPhotos(({ isToShrink, state }) =>
      isToShrink && state === 'waiting' ? { isToShrink: false, nextAt: 0 } : undefined,
    )
    await outbox.change(key, release).catch(console.error)
    // Either those of the smaller one, or those that were chosen.
    await outbox.removeLoosePieces(key).catch(console.error)
    onChange?.()
  }
}

async function shrinkOne(
  outbox: DeviceOutbox,
  video: OutboxPhoto,
  {
    makeSmaller,
    onProgress,
    now,
  }: Required<Pick<ShrinkVideosOptions, 'makeSmaller' | 'now'>> & {
    onProgress: (progress: number) => Promise<boolean>
  },
): Promise<void> {
  const pieces = newPiecesName(video.key)
  const smaller = await makeSmaller({ video, pieces }, onProgress)
  if (!smaller) return
  const replace = forPhotos((photo) =>
    // After the hold it may be on its way, even if the device had no room to note that.
    isDeferred(photo, now())
      ? {
          isToShrink: false,
          nextAt: now(),
          type: VIDEO_MEDIA_TYPES.mp4,
          ...smaller,
          pieces,
          original_sha256: photo.sha256,
        }
      : undefined,
  )
  await outbox.change(video.key, replace)
}
