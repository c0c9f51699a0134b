import { useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { PLAYER } from '../../../contract/limits.ts'

/**
 * Tells a single click from the first of two: gives what is to be told of each click. A finger and a key do not wait, and nobody
 * does where there is no `onDouble`.
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
