import { useSyncExternalStore } from 'react'
import { DESKTOP_MIN_PX } from '../../../contract/limits.ts'

const desktop = matchMedia(`(width >= ${DESKTOP_MIN_PX}px) and (pointer: fine)`)

/** Whether this is a desktop or a laptop: a wide window, and a pointer finer than a finger. */
export function useDesktop(): boolean {
  return useSyncExternalStore(subscribe, () => desktop.matches)
}

function subscribe(changed: () => void): () => void {
  desktop.addEventListener('change', changed)
  return () => desktop.removeEventListener('change', changed)
}
