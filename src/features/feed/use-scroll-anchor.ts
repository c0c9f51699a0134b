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

/** What was looked at last, and where; pixels. */
interface Look {
  posts: readonly Post[]
  view: GridView
  scrollY: number
  /** Where the grid begins, below the page's upper edge. */
  gridY: number
}

/**
 * Keeps the photo at the window's upper edge in place when the layout changes, because the phone was turned or posts have come or
 * gone. Holds nothing while the grid's top is in view: new posts then come into sight.
 */
export function useScrollAnchor(posts: readonly Post[], view: GridView): void {
  const anchor = useRef<Anchor>(undefined)
  const latest = useRef<Look>(undefined)
  useLayoutEffect(() => {
    const before = latest.current
    const note = () => {
      const now = look(posts, view)
      latest.current = now
      anchor.current = still(anchor.current, now) ?? anchorOf(now) ?? anchor.current
    }
    if (before && before.view.layout !== view.layout) {
      if (hasScrolledSince(before)) anchor.current = anchorOf(before, before.gridY - window.scrollY)
      hold(anchor.current, posts, view)
      note()
      return undefined
    }
    // With the next frame: here it would have the page laid out in the middle of React's work.
    const frame = requestAnimationFrame(note)
    return () => cancelAnimationFrame(frame)
  }, [posts, view])
  useEffect(() => {
    const note = () => {
      if (!latest.current) return
      const { posts: shown, view: of } = latest.current
      // While the window is being turned the layout is still for the old width.
      if (of.ref.current?.clientWidth !== of.width) return
      const now = look(shown, of)
      latest.current = now
      anchor.current = still(anchor.current, now) ?? anchorOf(now)
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [])
}

function look(posts: readonly Post[], view: GridView): Look {
  const { scrollY } = window
  const top = view.ref.current?.getBoundingClientRect().top ?? 0
  return { posts, view, scrollY, gridY: top + scrollY }
}

/**
 * Whether somebody has scrolled, and the grid was laid out anew before the page was told of that. At the page's end it may have
 * been the browser, because the page has become shorter.
 */
function hasScrolledSince({ scrollY }: Look): boolean {
  const end = document.documentElement.scrollHeight - window.innerHeight
  return Math.abs(window.scrollY - scrollY) >= 1 && window.scrollY < end - 1
}

/** `top`: where the grid begins, below the window's upper edge. */
function anchorOf(
  { posts, view, gridY, scrollY }: Look,
  top = gridY - scrollY,
): Anchor | undefined {
  if (top >= 0) return undefined
  const { start: index } = tilesBetween(view.layout, -top, Infinity)
  const [post, tile] = [posts[index], view.layout.tiles[index]]
  return post && tile && { post_id: post.id, index, offset: top + tile.top }
}

/**
 * The photo held until now, where it has not moved. It has not where we scrolled ourselves: choosing anew would drift a bit each
 * time.
 */
function still(
  anchor: Anchor | undefined,
  { posts, view, gridY, scrollY }: Look,
): Anchor | undefined {
  const top = gridY - scrollY
  if (!anchor || top >= 0) return undefined
  const index = posts.findIndex(({ id }) => id === anchor.post_id)
  const tile = view.layout.tiles[index]
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
