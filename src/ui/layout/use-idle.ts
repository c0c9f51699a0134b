import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

interface IdleOptions {
  /** How long it takes the first time; absent: as later. */
  firstMs?: number
  isOn?: boolean
  /** A touch while nothing has moved is for what lies below, and no sign. */
  passesTouches?: boolean
}

/** Whether the pointer has rested, and no key was pressed, for so long; never while it is not `isOn`. */
export function useIdle(
  ms: number,
  { firstMs = ms, isOn = true, passesTouches = false }: IdleOptions = {},
): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!isOn) return
    let isResting = false
    const rest = () => {
      isResting = true
      setIsIdle(true)
    }
    let timer = setTimeout(rest, firstMs)
    const wake = (event: Event) => {
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
      if (passesTouches && isResting && isTouch) return
      clearTimeout(timer)
      isResting = false
      setIsIdle(false)
      timer = setTimeout(rest, ms)
    }
    for (const sign of SIGNS) addEventListener(sign, wake)
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) removeEventListener(sign, wake)
      setIsIdle(false)
    }
  }, [ms, firstMs, isOn, passesTouches])
  return isIdle && isOn
}
