import { useEffect, useState } from 'react'
import { PLAYER } from '../../../contract/limits.ts'

/** `passing`: shown by a tap that is not over yet, which is not theirs. */
type Shown = 'no' | 'passing' | 'yes'

/** What begins or goes on. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const
/** The end of a tap. */
const ENDS = ['click', 'pointercancel'] as const

/**
 * Whether the controls are shown: always while the film stands still, else for a while at the start and after each input; and
 * whether they take taps: only those that began when they were shown.
 */
export function useControlsShown(isPlaying: boolean): { isShown: boolean; takesTaps: boolean } {
  const [shown, setShown] = useState<Shown>('yes')
  useEffect(() => {
    if (!isPlaying) return
    const hideAfter = (ms: number) => setTimeout(() => setShown('no'), ms)
    let timer = hideAfter(PLAYER.controlsMs)
    const show = ({ type }: Event) => {
      clearTimeout(timer)
      setShown((before) => {
        if (before === 'no' && type === 'pointerdown') return 'passing'
        return before === 'passing' && type !== 'keydown' ? before : 'yes'
      })
      timer = hideAfter(PLAYER.idleMs)
    }
    const endTap = () => setShown((before) => (before === 'passing' ? 'yes' : before))
    for (const sign of SIGNS) addEventListener(sign, show)
    for (const end of ENDS) addEventListener(end, endTap)
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) removeEventListener(sign, show)
      for (const end of ENDS) removeEventListener(end, endTap)
      setShown('yes')
    }
  }, [isPlaying])
  return { isShown: shown !== 'no' || !isPlaying, takesTaps: shown === 'yes' || !isPlaying }
}
