import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Post } from '../../../contract/entities.ts'
import { tabStorage } from '../../session/device-storage.ts'
import { tilesBetween } from './grid-layout.ts'
import { savedPlace, savePlace } from './scroll-memory.ts'
import type { ScrollPlace } from './scroll-memory.ts'
import type { GridView } from './use-grid-view.ts'

/** At most so many posts are loaded to find a place again. */
const SEARCH_LIMIT = 240

/**
 * Scrolls the feed to where it was left for a post, or by a reload. `wantsMore`: that place lies further down than what is
 * loaded. `standIns`: the post to look for in place of one without a tile.
 */
export function useScrollMemory(
  event_hash: string,
  posts: readonly Post[],
  view: GridView,
  standIns: ReadonlyMap<number, number>,
) {
  const router = useRouter()
  const [saved, setWanted] = useState(() => savedPlace(tabStorage, event_hash))
  const wanted = useMemo(
    () => saved && { ...saved, post_id: standIns.get(saved.post_id) ?? saved.post_id },
    [saved, standIns],
  )
  const latest = useRef({ posts, view })
  useLayoutEffect(() => {
    latest.current = { posts, view }
  })

  useLayoutEffect(() => {
    const save = (isComingBack: boolean) => {
      savePlace(tabStorage, event_hash, isComingBack ? placeOf(latest.current) : undefined)
    }
    const onHide = () => save(true)
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      save(router.latestLocation.pathname.startsWith(`/${event_hash}/`))
    }
  }, [router, event_hash])

  const isFound = wanted !== undefined && posts.some(({ id }) => id === wanted.post_id)
  useLayoutEffect(() => {
    if (!wanted || !isFound) return
    const restore = () => {
      const isThere = scrollToPlace(wanted, { posts, view })
      if (isThere && router.state.status === 'idle') setWanted(undefined)
    }
    restore()
    // The router scrolls too once it has rendered a page, to a place in pixels: it has to come first.
    return router.subscribe('onRendered', restore)
  }, [router, wanted, isFound, posts, view])

  // A viewer who scrolls is not taken anywhere any more.
  useEffect(() => {
    if (!wanted) return
    const give = () => setWanted(undefined)
    const events = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const name of events) window.addEventListener(name, give, { once: true, passive: true })
    return () => {
      for (const name of events) window.removeEventListener(name, give)
    }
  }, [wanted])

  return { wantsMore: wanted !== undefined && posts.length < SEARCH_LIMIT }
}

interface Feed {
  posts: readonly Post[]
  view: GridView
}

/** Undefined while the feed's top is in view: there is no place to remember. */
function placeOf({ posts, view: { ref, layout } }: Feed): ScrollPlace | undefined {
  const top = ref.current?.getBoundingClientRect().top
  if (top === undefined || window.scrollY === 0) return undefined
  const { start } = tilesBetween(layout, Math.max(0, -top), Infinity)
  const [post, tile] = [posts[start], layout.tiles[start]]
  return post && tile && { post_id: post.id, offset: Math.round(top + tile.top) }
}

/** Returns whether the place could be reached: enough posts must be below it to fill the window. */
function scrollToPlace(
  { post_id, offset }: ScrollPlace,
  { posts, view: { ref, layout } }: Feed,
): boolean {
  const top = ref.current?.getBoundingClientRect().top
  const tile = layout.tiles[posts.findIndex(({ id }) => id === post_id)]
  if (top === undefined || !tile) return false
  const wanted = Math.round(window.scrollY + top + tile.top - offset)
  window.scrollTo({ top: wanted, behavior: 'instant' })
  return Math.abs(window.scrollY - wanted) <= 1
}
