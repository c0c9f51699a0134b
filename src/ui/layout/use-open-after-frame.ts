import type { MouseEvent } from 'react'
import { useRouter } from '@tanstack/react-router'

/** Longer than a frame takes: a window that nobody sees may have none. */
const AT_LATEST_MS = 200

/**
 * Opens a link's page after the next frame, which shows the press: a slow phone takes longer to change the page. Where another page
 * was opened meanwhile, that one stays. A press with which the browser opens a tab or a window is left to it.
 */
export function useOpenAfterFrame(): (event: MouseEvent, open: () => unknown) => void {
  const router = useRouter()
  return (event, open) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    const from = router.latestLocation
    void nextFrame().then(() => {
      if (router.latestLocation === from) open()
    })
  }
}

/** Resolves once the next frame is on its way to the screen. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, AT_LATEST_MS)
  })
}
