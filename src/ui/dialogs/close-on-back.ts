import { useEffectEvent, useLayoutEffect } from 'react'

/** How to close what lies over the page, or holds words that are not sent yet; the topmost last. */
const open: (() => void)[] = []

/** While `isOpen`, the browser's Back and Forward call `onBack`, as Escape does, instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const entry = () => close()
    open.push(entry)
    return () => void open.splice(open.indexOf(entry), 1)
  }, [isOpen])
}

/** Closes the topmost; false where nothing is open. */
export function closeTopmost(): boolean {
  const close = open.at(-1)
  close?.()
  return close !== undefined
}
