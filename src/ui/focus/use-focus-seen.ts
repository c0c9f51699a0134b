import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Scrolls what has the focus out from under a bar that has just come to lie over it. */
export function useFocusSeen(bar: RefObject<Element | null>): void {
  useEffect(() => {
    const focused = document.activeElement
    if (!bar.current || !focused?.closest('main')) return
    const [over, under] = [bar.current, focused].map((element) => element.getBoundingClientRect())
    const isUnder = over && under && under.bottom > over.top && under.top < over.bottom
    if (isUnder && !focused.matches('main')) focused.scrollIntoView({ block: 'nearest' })
  }, [bar])
}
