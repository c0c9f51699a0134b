import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'
import { useBufferState, useCurrentFrame } from 'remotion'
import { drawFrame } from '../../../film/draw-frame.ts'
import type { Title } from '../../../film/draw-title.ts'
import type { Size } from '../../../film/film-context.ts'
import { FPS, layersAt } from '../../../film/film-timeline.ts'
import type { FilmTimeline, Layer } from '../../../film/film-timeline.ts'
import { createFilmClips } from './film-clips.ts'
import type { FilmClips } from './film-clips.ts'
import { createFilmPictures } from './film-pictures.ts'

/** How long before they are seen pictures are decoded. */
const AHEAD_FRAMES = FPS
/** How long before that videos are begun to be loaded. */
const CLIP_AHEAD_FRAMES = 3 * FPS

interface FilmCanvasProps {
  player: RefObject<PlayerRef | null>
  rate: number
  timeline: FilmTimeline
  pictures: readonly HTMLImageElement[]
  title: Title
  size: Size
  /** No pan, no zoom, posters in the place of clips. */
  isStill: boolean
}

/** The player's composition: draws the film's frame at the player's time on one canvas. */
export function FilmCanvas(props: FilmCanvasProps) {
  const { player, rate, timeline, pictures, title, size, isStill } = props
  const ref = useRef<HTMLCanvasElement>(null)
  const frame = useCurrentFrame()
  const { delayPlayback } = useBufferState()
  const [failure, setFailure] = useState<unknown>()
  const { width, height } = size
  const decoded = useMemo(
    () => createFilmPictures(pictures, { width, height }),
    [pictures, width, height],
  )
  useEffect(() => () => decoded.close(), [decoded])
  const clips = useFilmClips(player)
  useLayoutEffect(() => {
    const context = ref.current?.getContext('2d', { alpha: false })
    if (!context) throw new Error('There is no canvas to draw the film on.')
    const layersIn = (frames: number) => layersAt(timeline, (frame + frames) % timeline.frames)
    const draw = () => {
      const film = { frame, timeline, title, isStill, width, height }
      if (isStill) return drawFrame<CanvasImageSource>(context, { ...film, images: decoded.images })
      const next = [...layersIn(AHEAD_FRAMES), ...layersIn(CLIP_AHEAD_FRAMES)]
      const now = player.current?.isPlaying() ? rate : 0
      clips.follow(layersIn(0), next, now, draw)
      drawFrame<CanvasImageSource>(context, { ...film, images: clips.layOver(decoded.images) })
    }
    const coming = decoded.have(imagesOf(layersIn(0)), imagesOf(layersIn(AHEAD_FRAMES)))
    if (!coming) return draw()
    const { unblock } = delayPlayback()
    let isCurrent = true
    coming.then(() => isCurrent && draw()).then(unblock, setFailure)
    return () => {
      isCurrent = false
      unblock()
    }
  }, [clips, decoded, delayPlayback, frame, height, isStill, player, rate, timeline, title, width])
  // The player's error boundary pauses the film.
  if (failure !== undefined) throw failure
  return <canvas ref={ref} width={width} height={height} />
}

/** A film's clips. They begin to play and stop with it. */
function useFilmClips(player: RefObject<PlayerRef | null>): FilmClips {
  const clips = useMemo(() => createFilmClips(), [])
  useEffect(() => {
    const film = player.current
    film?.addEventListener('play', clips.redraw)
    film?.addEventListener('pause', clips.redraw)
    return () => {
      film?.removeEventListener('play', clips.redraw)
      film?.removeEventListener('pause', clips.redraw)
      clips.close()
    }
  }, [clips, player])
  return clips
}

function imagesOf(layers: readonly Layer[]): number[] {
  return layers.map(({ shot }) => shot.image)
}
