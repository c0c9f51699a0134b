import { useEffect, useState } from 'react'
import { PLAYER } from '../../../contract/limits.ts'

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** Whether the controls are shown: always while the film stands still, else for a while at the start and after each input. */
export function useControlsShown(isPlaying: boolean): boolean {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => {
    if (!isPlaying) return
    const hideAfter = (ms: number) => setTimeout(() => setIsShown(false), ms)
    let timer = hideAfter(PLAYER.controlsMs)
    const show = () => {
      clearTimeout(timer)
      setIsShown(true)
      timer = hideAfter(PLAYER.idleMs)
    }
    for (const sign of SIGNS) addEventListener(sign, show)
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) removeEventListener(sign, show)
      setIsShown(true)
    }
  }, [isPlaying])
  return isShown || !isPlaying
}
