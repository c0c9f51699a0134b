import { POSTER } from '../../../contract/limits.ts'
import { POSTER_TYPE } from '../../../contract/tus-protocol.ts'
import { inTime } from '../../device/wait.ts'
import type { VideoFrame } from '../../outbox/store/outbox.ts'
import { drawSmall } from './small-picture.ts'

/** The first moment is often black, or somebody's pocket. */
const FRAME_AT_SECONDS = 0.5
const DRAWING = { ...POSTER, type: POSTER_TYPE } as const
/** The video is safe only after it. */
const WITHIN_MS = 3_000

/**
 * A frame of a video, upright: small for lists, and as a server may take it as the video's poster. Undefined where this browser cannot
 * play it, or takes too long.
 */
export async function drawFrame(
  file: Blob,
  duration: number | null,
): Promise<VideoFrame | undefined> {
  const at = Math.min(FRAME_AT_SECONDS, (duration ?? 0) / 2)
  const decoded = await inTime(decodeFrameOf(file, at), WITHIN_MS)
  return decoded ?? playFrame(file)
}

async function decodeFrameOf(file: Blob, at: number): Promise<VideoFrame | undefined> {
  try {
    const { decodeFrame } = await import('./video-facts.ts')
    return await decodeFrame(file, at, (frame) => drawBoth(frame, frame))
  } catch {
    // Without its script, or of a file that it cannot read, a player may show one.
    return undefined
  }
}

async function playFrame(file: Blob): Promise<VideoFrame | undefined> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    return await inTime(playFrameOf(video, url), WITHIN_MS)
  } finally {
    // Its decoder goes with its file.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

async function playFrameOf(video: HTMLVideoElement, url: string): Promise<VideoFrame | undefined> {
  // Some phones load nothing of a video that is not to play.
  Object.assign(video, { muted: true, playsInline: true, autoplay: true, src: url })
  await happened(video, 'loadeddata')
  video.pause()
  // A recording without a length has an endless one.
  const middle = video.duration / 2
  video.currentTime = Math.min(FRAME_AT_SECONDS, Number.isFinite(middle) ? middle : 0)
  await happened(video, 'seeked')
  const large = { width: video.videoWidth, height: video.videoHeight }
  if (large.width === 0) return undefined
  return drawBoth(video, large)
}

/** Both of the same moment: they are drawn in this task. */
async function drawBoth(
  picture: CanvasImageSource,
  large: { width: number; height: number },
): Promise<VideoFrame> {
  const drawn = [drawSmall(picture, large), drawSmall(picture, large, DRAWING)] as const
  const [preview, poster] = await Promise.all(drawn)
  return { preview, poster }
}

/** Resolves at the video's next such event; rejects where it cannot be played. */
function happened(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('This browser cannot play it.')), {
      once: true,
    })
  })
}
