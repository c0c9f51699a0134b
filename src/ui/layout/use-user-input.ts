import { useEffect, useEffectEvent } from 'react'

const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Calls back once somebody moves on their own: whoever does no longer wants to be led anywhere. */
export function useUserInput(isAwaited: boolean, onMove: () => void): void {
  const move = useEffectEvent(onMove)
  useEffect(() => {
    if (!isAwaited) return
    const heard = new AbortController()
    const hear = () => move()
    for (const name of MOVES)
      window.addEventListener(name, hear, { passive: true, signal: heard.signal })
    return () => heard.abort()
  }, [isAwaited])
}
