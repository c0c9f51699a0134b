import { useEffect, useRef } from 'react'
import type { Post } from '../../../contract/entities.ts'

/**
 * Gives a function to be called when the button for new posts goes with the focus: once they are in the feed, the first tile has
 * it.
 */
export function useFocusOnFresh(
  grid: { current: HTMLUListElement | null },
  posts: readonly Post[],
  newIds: ReadonlySet<number>,
): () => void {
  const isLost = useRef(false)
  useEffect(() => {
    if (!isLost.current || !posts.some(({ id }) => newIds.has(id))) return
    isLost.current = false
    // Somebody may have gone on meanwhile.
    if (document.activeElement !== document.body) return
    const first = grid.current?.querySelector<HTMLElement>('[data-post] a')
    first?.focus({ preventScroll: true })
  }, [grid, posts, newIds])
  return () => {
    isLost.current = true
  }
}
