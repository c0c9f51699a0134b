import type { FilmClip } from '../../../contract/film-config.ts'
import type { FilmPicture } from '../../../film/draw-frame.ts'
import { FPS } from '../../../film/film-timeline.ts'
import type { Layer } from '../../../film/film-timeline.ts'

type Shown = FilmPicture<CanvasImageSource>

/** A video that plays is left to itself while it is not further from the film than this. */
const DRIFT_SECONDS = 0.25
const FRAME_SECONDS = 1 / FPS
/** What a video says when it may have another picture. */
const NEWS = ['loadedmetadata', 'seeked', 'canplay'] as const

interface Clip {
  url: string
  video: HTMLVideoElement
  /** It has a picture of the clip, and not of where it was before. */
  isThere: boolean
  /** The browser does not let it play: it is moved from picture to picture. */
  isHeld: boolean
}

export type FilmClips = ReturnType<typeof createFilmClips>

/** The videos of a film's clips, silent, and only those about to be seen. */
export function createFilmClips() {
  const clips = new Map<number, Clip>()
  let draw: (() => void) | undefined
  const redraw = () => draw?.()

  function open({ url }: FilmClip): Clip {
    const video = document.createElement('video')
    // CORS, as for pictures: the canvas stays readable.
    const how = { crossOrigin: 'anonymous', muted: true, playsInline: true, preload: 'auto' }
    Object.assign(video, how, { src: url })
    for (const name of NEWS) video.addEventListener(name, redraw)
    return { url, video, isThere: false, isHeld: false }
  }

  function close({ video }: Clip): void {
    for (const name of NEWS) video.removeEventListener(name, redraw)
    video.pause()
    // Lets go of its connection and of its memory.
    video.removeAttribute('src')
    video.load()
  }

  return {
    /**
     * Has the videos of these layers and of the `next` ones, and of no others, be where the film is. `rate` 0: it stands. `onCome` is
     * called when one of them has a new picture.
     */
    follow(
      layers: readonly Layer[],
      next: readonly Layer[],
      rate: number,
      onCome: () => void,
    ): void {
      draw = onCome
      const wanted = new Map([...next, ...layers].map((layer) => [layer.shot.image, layer]))
      for (const [image, clip] of clips) {
        // Where the film has changed another one may have its place.
        if (wanted.get(image)?.shot.clip?.url === clip.url) continue
        close(clip)
        clips.delete(image)
      }
      for (const [image, layer] of wanted) {
        const { clip: part } = layer.shot
        if (!part) continue
        const clip = clips.get(image) ?? open(part)
        clips.set(image, clip)
        const isSeen = layers.includes(layer)
        moveTo(clip, part.start + (isSeen ? layer.age : 0) / FPS, isSeen ? rate : 0)
      }
    },

    /** The same pictures, with the videos that are there in the place of their posters. */
    layOver(pictures: readonly (Shown | undefined)[]): (Shown | undefined)[] {
      const shown = [...pictures]
      for (const [image, { video, isThere }] of clips) {
        const { videoWidth: width, videoHeight: height } = video
        if (isThere) shown[image] = { ...shown[image], picture: video, width, height }
      }
      return shown
    },

    /** Has the film drawn again where it is. */
    redraw,

    close(): void {
      draw = undefined
      for (const clip of clips.values()) close(clip)
      clips.clear()
    },
  }
}

/** Plays a video at the film's rate from a second on, or has it stand there. */
function moveTo(clip: Clip, second: number, rate: number): void {
  const { video } = clip
  if (video.readyState < HTMLMediaElement.HAVE_METADATA) return
  const isPlaying = rate > 0 && !clip.isHeld
  const wanted = Math.min(second, video.duration)
  if (isPlaying) {
    video.playbackRate = rate
    // One that has ended would begin anew.
    if (video.paused && !video.ended) {
      // It rejects as well where it is paused before it plays.
      video.play().catch(({ name }: DOMException) => (clip.isHeld = name === 'NotAllowedError'))
    }
  } else video.pause()
  const distance = Math.abs(video.currentTime - wanted)
  const isOn = distance <= (isPlaying ? DRIFT_SECONDS : FRAME_SECONDS)
  if (!isOn && !video.seeking) video.currentTime = wanted
  if (isOn && !video.seeking && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
    clip.isThere = true
}
