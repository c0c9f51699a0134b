import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { tilesBetween } from './grid-layout.ts'
import type { GridView } from './use-grid-view.ts'

interface Anchor {
  post_id: number
  index: number
  /** Pixels below the window's upper edge. */
  offset: number
}

/**
 * Keeps the photo at the window's upper edge in place when the layout changes, because the phone was turned or posts have come or
 * gone. Holds nothing while the grid's top is in view: new posts then come into sight.
 */
export function useScrollAnchor(posts: readonly Post[], view: GridView): void {
  const anchor = useRef<Anchor>(undefined)
  const latest = useRef({ posts, view })
  useLayoutEffect(() => {
    const before = latest.current.view.layout
    latest.current = { posts, view }
    if (before !== view.layout) hold(anchor.current, posts, view)
    anchor.current = still(anchor.current, posts, view) ?? anchorOf(posts, view) ?? anchor.current
  }, [posts, view])
  useEffect(() => {
    const note = () => {
      const { posts: shown, view: of } = latest.current
      // While the window is being turned the layout is still for the old width.
      if (of.ref.current?.clientWidth !== of.width) return
      anchor.current = still(anchor.current, shown, of) ?? anchorOf(shown, of)
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [])
}

function anchorOf(posts: readonly Post[], { ref, layout }: GridView): Anchor | undefined {
  const top = ref.current?.getBoundingClientRect().top ?? 0
  if (top >= 0) return undefined
  const { start: index } = tilesBetween(layout, -top, Infinity)
  const [post, tile] = [posts[index], layout.tiles[index]]
  return post && tile && { post_id: post.id, index, offset: top + tile.top }
}

/**
 * The photo held until now, where it has not moved. It has not where we scrolled ourselves: choosing anew would drift a bit each
 * time.
 */
function still(
  anchor: Anchor | undefined,
  posts: readonly Post[],
  { ref, layout }: GridView,
): Anchor | undefined {
  const top = ref.current?.getBoundingClientRect().top
  if (!anchor || top === undefined || top >= 0) return undefined
  const index = posts.findIndex(({ id }) => id === anchor.post_id)
  const tile = layout.tiles[index]
  return tile && Math.abs(top + tile.top - anchor.offset) < 1 ? { ...anchor, index } : undefined
}

function hold(anchor: Anchor | undefined, posts: readonly Post[], { ref, layout }: GridView): void {
  const top = ref.current?.getBoundingClientRect().top
  if (!anchor || top === undefined) return
  const found = posts.findIndex(({ id }) => id === anchor.post_id)
  // The photo is gone: the one after it took its place.
  const tile = layout.tiles[found < 0 ? anchor.index : found]
  if (!tile) return
  const by = top + tile.top - anchor.offset
  if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: 'instant' })
}
