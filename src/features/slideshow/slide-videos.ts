import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/entities.ts'

/** A video that cannot play by then is shown as its poster. */
const PATIENCE_MS = 2_000

/** The videos that are shown, or will be next, each loaded so far that it plays at once. */
export interface SlideVideos {
  /** Loads a post's video; resolves once it can play, or will not. Where less should move it does nothing. */
  load: (post: Post) => Promise<void>
  get: (id: number) => HTMLVideoElement | undefined
  /** Forgets all but the videos of these posts. */
  keepOnly: (ids: readonly number[]) => void
  /** How long a view of these posts is to stay because of its videos. */
  lengthMs: (ids: readonly number[]) => number
}

export function createSlideVideos(): SlideVideos {
  const ready = new Map<number, HTMLVideoElement>()

  async function load({ id, video_url }: Post): Promise<void> {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!video_url || isCalm || ready.has(id)) return
    const video = document.createElement('video')
    Object.assign(video, { muted: true, loop: true, playsInline: true, preload: 'auto' })
    video.src = video_url
    if (await canPlay(video)) ready.set(id, video)
    else unload(video)
  }

  function keepOnly(ids: readonly number[]): void {
    for (const [id, video] of ready) {
      if (ids.includes(id)) continue
      ready.delete(id)
      unload(video)
    }
  }

  function lengthMs(ids: readonly number[]): number {
    const lengths = ids.flatMap((id) => ready.get(id)?.duration ?? [])
    return Math.min(SLIDESHOW.videoMaxMs, 1000 * Math.max(0, ...lengths))
  }

  return { load, get: (id) => ready.get(id), keepOnly, lengthMs }
}

function canPlay(video: HTMLVideoElement): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS, false)
    video.addEventListener('canplay', () => resolve(true))
    video.addEventListener('error', () => resolve(false))
  })
}

/** A video that nobody holds may go on loading. */
function unload(video: HTMLVideoElement): void {
  video.removeAttribute('src')
  video.load()
}

/** Plays a video in a place from its beginning, unless the browser does not let it. Returns the function that takes it away. */
export function playIn(place: Element | null, video: HTMLVideoElement): () => void {
  place?.append(video)
  video.currentTime = 0
  video.play().catch(() => video.remove())
  return () => {
    video.pause()
    video.remove()
  }
}
