import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Post } from '../../../contract/entities.ts'
import { tabStorage } from '../../session/device-storage.ts'
import { tilesBetween } from './grid-layout.ts'
import { savedPlace, savePlace } from './scroll-memory.ts'
import type { ScrollPlace } from './scroll-memory.ts'
import type { GridView } from './use-grid-view.ts'

/** What a place is looked for in at most: this many posts are loaded to find it again. */
const SEARCH_LIMIT = 240

/**
 * Leaves the feed for a post (or by a reload) and finds it where it was. `wantsMore`: the place lies further down than
 * what is loaded.
 */
export function useScrollMemory(event_hash: string, posts: readonly Post[], view: GridView) {
  const router = useRouter()
  const [wanted, setWanted] = useState(() => savedPlace(tabStorage, event_hash))
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

  const isLoaded = wanted && posts.some(({ id }) => id === wanted.post_id)
  useLayoutEffect(() => {
    if (!wanted || !isLoaded) return
    const restore = () => scrollToPlace(wanted, latest.current)
    restore()
    // The router sets its own position once it has rendered a page, and knows only pixels.
    const forget = router.subscribe('onRendered', () => {
      restore()
      setWanted(undefined)
    })
    return forget
  }, [router, wanted, isLoaded])

  // Who scrolls on their own no longer wants to be anywhere else.
  useEffect(() => {
    if (!wanted) return
    const give = () => setWanted(undefined)
    const events = ['wheel', 'touchmove', 'keydown'] as const
    for (const name of events) window.addEventListener(name, give, { once: true, passive: true })
    return () => {
      for (const name of events) window.removeEventListener(name, give)
    }
  }, [wanted])

  return { wantsMore: wanted !== undefined && !isLoaded && posts.length < SEARCH_LIMIT }
}

interface Feed {
  posts: readonly Post[]
  view: GridView
}

/** Undefined while the feed's beginning is in view: there is nothing to find again. */
function placeOf({ posts, view: { ref, layout } }: Feed): ScrollPlace | undefined {
  const top = ref.current?.getBoundingClientRect().top
  if (top === undefined || window.scrollY === 0) return undefined
  const { start } = tilesBetween(layout, Math.max(0, -top), Infinity)
  const [post, tile] = [posts[start], layout.tiles[start]]
  return post && tile && { post_id: post.id, offset: Math.round(top + tile.top) }
}

function scrollToPlace({ post_id, offset }: ScrollPlace, { posts, view: { ref, layout } }: Feed) {
  const top = ref.current?.getBoundingClientRect().top
  const tile = layout.tiles[posts.findIndex(({ id }) => id === post_id)]
  if (top === undefined || !tile) return
  window.scrollTo({ top: window.scrollY + top + tile.top - offset, behavior: 'instant' })
}
