import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useBufferState, useCurrentFrame } from 'remotion'
import { drawFrame } from '../../../film/draw-frame.ts'
import type { Title } from '../../../film/draw-title.ts'
import type { Size } from '../../../film/film-context.ts'
import { FPS, layersAt } from '../../../film/film-timeline.ts'
import type { FilmTimeline } from '../../../film/film-timeline.ts'
import { createFilmPictures } from './film-pictures.ts'

/** How long before they are seen pictures are decoded. */
const AHEAD_FRAMES = FPS

interface FilmCanvasProps {
  timeline: FilmTimeline
  pictures: readonly HTMLImageElement[]
  title: Title
  size: Size
  /** No pan, no zoom. */
  isStill: boolean
}

/** The player's composition: draws the film's frame at the player's time on one canvas. */
export function FilmCanvas({ timeline, pictures, title, size, isStill }: FilmCanvasProps) {
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
  useLayoutEffect(() => {
    const context = ref.current?.getContext('2d', { alpha: false })
    if (!context) throw new Error('There is no canvas to draw the film on.')
    const { images } = decoded
    const draw = () =>
      drawFrame<CanvasImageSource>(context, {
        frame,
        timeline,
        images,
        title,
        isStill,
        width,
        height,
      })
    const coming = decoded.have(
      imagesAt(timeline, frame),
      imagesAt(timeline, (frame + AHEAD_FRAMES) % timeline.frames),
    )
    if (!coming) return draw()
    const { unblock } = delayPlayback()
    let isCurrent = true
    coming.then(() => isCurrent && draw()).then(unblock, setFailure)
    return () => {
      isCurrent = false
      unblock()
    }
  }, [decoded, delayPlayback, frame, height, isStill, timeline, title, width])
  // The player's error boundary pauses the film.
  if (failure !== undefined) throw failure
  return <canvas ref={ref} width={width} height={height} />
}

function imagesAt(timeline: FilmTimeline, frame: number): number[] {
  return layersAt(timeline, frame).map(({ shot }) => shot.image)
}
