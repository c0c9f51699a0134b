import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'

/** Pauses the film while the page is hidden. */
export function usePauseUnseen(player: RefObject<PlayerRef | null>): void {
  useEffect(() => {
    let isToGoOn = false
    const look = () => {
      if (document.visibilityState === 'hidden') {
        isToGoOn = player.current?.isPlaying() ?? false
        player.current?.pause()
      } else if (isToGoOn) {
        isToGoOn = false
        player.current?.play()
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [player])
}
