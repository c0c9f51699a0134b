import { useCallback } from 'react'
import type { RefCallback } from 'react'
import { drawBlur } from './draw-blur.ts'

/** For the element that holds a photo: draws its blur there, as `drawBlur` does. */
export function useBlur(thumbhash: string | null | undefined): RefCallback<HTMLElement> {
  return useCallback((place) => (place ? drawBlur(place, thumbhash) : undefined), [thumbhash])
}
