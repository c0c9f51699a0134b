import { useSyncExternalStore } from 'react'
import type { Size } from '../../../film/film-context.ts'

/** Films are made for this length of their longer side; more pixels cost time and show nothing. */
const LONG_PX = 1920
/** How large the film is drawn: as large as the window, in its pixels. */
export function useFilmSize(): Size {
  const size = useSyncExternalStore(subscribe, currentSize)
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

/** As one word, so that the same size is the same value. Even, as films are. */
function currentSize(): string {
  const scale = Math.min(devicePixelRatio, LONG_PX / Math.max(innerWidth, innerHeight))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return `${even(innerWidth)}x${even(innerHeight)}`
}

function subscribe(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
