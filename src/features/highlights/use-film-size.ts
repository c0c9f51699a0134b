import { useSyncExternalStore } from 'react'
import type { Size } from '../../../film/film-context.ts'

/** The longer side of films is at most this; more pixels cost time and show nothing. */
const LONG_PX = 1920
/** The size at which the film is drawn: that of the window in device pixels. */
export function useFilmSize(): Size {
  const size = useSyncExternalStore(subscribe, currentSize)
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

/** As a string, so that equal sizes are equal values. Even numbers, as in a video. */
function currentSize(): string {
  const scale = Math.min(devicePixelRatio, LONG_PX / Math.max(innerWidth, innerHeight))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return `${even(innerWidth)}x${even(innerHeight)}`
}

function subscribe(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
