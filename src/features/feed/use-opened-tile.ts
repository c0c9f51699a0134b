import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { lastViewed } from '../../session/viewed-post.ts'
import { shareWithPost } from './grown-tile.ts'
import type { GridView } from './use-grid-view.ts'
import { scrollToTile } from './use-feed-memory.ts'
import { useOpenedPost } from './use-opened-post.ts'

interface Grid {
  posts: readonly Post[]
  view: GridView
  /** The post to look for in place of one without a tile. */
  standIns?: ReadonlyMap<number, number>
  /** Another place is still being led to. */
  isMoving?: boolean
}

/** For who comes back from a photo: brings the one that was looked at last into view, and gives it the focus, for a keyboard. */
export function useOpenedTile({ posts, view, standIns, isMoving = false }: Grid): void {
  const { opened, forget } = useOpenedPost()
  // Before the first frame: the photo shrinks into its tile.
  const shrink = useEffectEvent(() => {
    const tile = tileOf(view, lastViewed() ?? opened)
    if (opened !== undefined) shareWithPost(tile)
  })
  useLayoutEffect(() => shrink(), [])
  const finish = useEffectEvent(forget)
  // With each look at the grid: at first the window may be somewhere else.
  useEffect(() => {
    if (opened === undefined || isMoving) return undefined
    // Known only now that the post's page is gone.
    const [index = -1] = [lastViewed() ?? opened, opened]
      .map((id) => standIns?.get(id) ?? id)
      .map((wanted) => posts.findIndex(({ id }) => id === wanted))
      .filter((at) => at >= 0)
    const post_id = posts[index]?.id
    if (index >= 0 && !isTileInView(index, view)) {
      // With the next frame: the router sets a place of its own first.
      const frame = requestAnimationFrame(() => scrollToTile(index, window.innerHeight / 3, view))
      return () => cancelAnimationFrame(frame)
    }
    const tile = tileOf(view, post_id)
    if (!tile) return undefined
    // With the next frame: now it would have the page laid out in one task with React's work.
    const frame = requestAnimationFrame(() => {
      tile.focus({ preventScroll: true })
      finish()
    })
    return () => cancelAnimationFrame(frame)
  }, [opened, standIns, view, posts, isMoving])
}

function tileOf({ ref }: GridView, post_id: number | undefined): HTMLElement | null {
  return ref.current?.querySelector(`[data-post="${post_id}"] a`) ?? null
}

function isTileInView(index: number, { ref, layout }: GridView): boolean {
  const top = ref.current?.getBoundingClientRect().top
  const tile = layout.tiles[index]
  if (top === undefined || !tile) return true
  return top + tile.top + tile.height > 0 && top + tile.top < window.innerHeight
}
