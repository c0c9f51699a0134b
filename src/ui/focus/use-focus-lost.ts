import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls `onLost` when an element goes that has the focus, or has it inside. Belongs into the piece that goes with the element. */
export function useFocusLost(
  ref: { current: HTMLElement | null },
  onLost: (element: HTMLElement) => void,
): void {
  const tell = useEffectEvent(onLost)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) tell(element)
    }
  }, [ref])
}
