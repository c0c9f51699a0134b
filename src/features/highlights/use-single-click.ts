import { useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { PLAYER } from '../../../contract/limits.ts'

/**
 * Makes a click handler that tells a single click from a double one. Only mouse clicks wait for a second one, and only where
 * there is `onDouble`.
 */
export function useSingleClick(onSingle: () => void, onDouble: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ nativeEvent, detail }: MouseEvent) => {
    const isMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'
    if (!isMouse || !onDouble) return onSingle()
    clearTimeout(timer.current)
    timer.current = undefined
    if (detail % 2 === 0) onDouble()
    else timer.current = setTimeout(onSingle, PLAYER.doubleClickMs)
  }
}
