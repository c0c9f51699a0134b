import { LOAD_MORE_MARGIN_PX } from '../../../contract/limits.ts'

interface NearOptions {
  /** What scrolls; absent: the window. */
  root?: Element | null
  /** How far outside its view is near. */
  margin?: string
}

/** Calls `onNear` each time that an element comes into view, or near it. Returns the function that ends it. */
export function whenNear(
  element: Element | null,
  onNear: () => void,
  { root, margin = `${LOAD_MORE_MARGIN_PX}px` }: NearOptions = {},
): (() => void) | undefined {
  if (!element) return undefined
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
    { root: root ?? null, rootMargin: margin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
