import { useEffect, useEffectEvent } from 'react'

/** Arrow keys go from photo to photo, Escape goes back; not while a field has the focus or a dialog is open. */
export function useViewerKeys(goBack: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (document.querySelector('dialog[open]') || isWriting(event.target)) return
    if (event.key === 'Escape') goBack()
    else if (event.key === 'ArrowRight') step(1)
    else if (event.key === 'ArrowLeft') step(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea')
}

/** Scrolls to the photo before or after the one at the window's upper edge. */
function step(by: 1 | -1): void {
  const posts = [...document.querySelectorAll('article[data-post]')]
  const middle = window.innerHeight / 2
  const at = posts.findIndex((post) => post.getBoundingClientRect().bottom > middle)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  posts[at + by]?.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
}
