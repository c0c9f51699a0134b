import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'

/** Whether the player plays; `begins` until it says so. */
export function useIsPlaying(player: RefObject<PlayerRef | null>, begins: boolean): boolean {
  const [isPlaying, setIsPlaying] = useState(begins)
  useEffect(() => {
    const { current } = player
    if (!current) return
    const onPlay = () => setIsPlaying(true)
    const onPause = () => setIsPlaying(false)
    current.addEventListener('play', onPlay)
    current.addEventListener('pause', onPause)
    return () => {
      current.removeEventListener('play', onPlay)
      current.removeEventListener('pause', onPause)
    }
  }, [player])
  return isPlaying
}

/** Writes the share of the film that was seen (0 to 1) into the element's `--seen` at each frame, without a render. */
export function useSeenShare(
  player: RefObject<PlayerRef | null>,
  element: RefObject<HTMLElement | null>,
  frames: number,
): void {
  useEffect(() => {
    const { current } = player
    if (!current) return
    const show = ({ detail: { frame } }: { detail: { frame: number } }) =>
      element.current?.style.setProperty('--seen', String((frame + 1) / frames))
    current.addEventListener('frameupdate', show)
    return () => current.removeEventListener('frameupdate', show)
  }, [player, element, frames])
}
