import { useEffect, useRef, useState } from 'react'
import { loadImage } from '../../ui/load-image.ts'
import { runLoop } from './run-loop.ts'

/** A picture on the screen; `turn` tells it from itself the next time round. */
export interface Layer {
  turn: number
  index: number
}

/** What is on the screen: the picture whose turn it is, last, over the one before it. */
export function useLoop(images: readonly string[], isPlaying: boolean): readonly Layer[] {
  const [layers, setLayers] = useState<readonly Layer[]>([])
  const shown = useRef<number>(undefined)
  const isBegun = layers.length > 0
  useEffect(() => {
    // The first one comes also where nothing plays.
    if (isBegun && !isPlaying) return
    return runLoop({
      count: images.length,
      shown: shown.current,
      load: (index) => loadImage(images[index] ?? ''),
      onShow: (index) => {
        shown.current = index
        setLayers((before) => {
          const last = before.slice(-1)
          return [...last, { turn: (last[0]?.turn ?? 0) + 1, index }]
        })
      },
    })
  }, [images, isPlaying, isBegun])
  return layers
}
