import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Post } from '../../../contract/entities.ts'
import { findPlace } from '../../posts/post-list.ts'
import { deviceStorage, tabStorage } from '../../session/device-storage.ts'
import { useUserInput } from '../../ui/layout/use-user-input.ts'
import { tilesBetween } from './grid-layout.ts'
import { firstSeen, noteSeen, readSeen, savedPlace, savePlace } from './feed-memory.ts'
import type { ScrollPlace } from './feed-memory.ts'
import type { GridView } from './use-grid-view.ts'

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

  const index = wanted && findPlace(posts, wanted)
  useLayoutEffect(() => {
    if (!wanted || index === undefined) return
    const restore = () => {
      const isThere = scrollToTile(index, wanted.offset, view)
      // The first layout is for a guessed width: the place is another one in the next.
      const isMeasured = view.ref.current?.clientWidth === view.width
      if (isThere && isMeasured && router.state.status === 'idle') setWanted(undefined)
    }
    restore()
    // The router scrolls too once it has rendered a page, to a place in pixels: it has to come first.
    return router.subscribe('onRendered', restore)
  }, [router, wanted, index, view])
  useUserInput(wanted !== undefined, () => setWanted(undefined))

  return { wantsMore: wanted !== undefined }
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
  if (!post || !tile) return undefined
  return { post_id: post.id, createdAt: post.createdAt, offset: Math.round(top + tile.top) }
}

/** Returns whether the place could be reached: below it there must be enough to fill the window. */
export function scrollToTile(index: number, offset: number, { ref, layout }: GridView): boolean {
  const top = ref.current?.getBoundingClientRect().top
  const tile = layout.tiles[index]
  if (top === undefined || !tile) return false
  const wanted = Math.round(window.scrollY + top + tile.top - offset)
  window.scrollTo({ top: wanted, behavior: 'instant' })
  return Math.abs(window.scrollY - wanted) <= 1
}

/** Index of the first of these posts that was there at the last visit; 0: nothing is new. */
export function useLastVisit(event_hash: string, posts: readonly Post[]): number {
  const [seen] = useState(() => readSeen(deviceStorage, event_hash))
  const latest = useRef(posts)
  useEffect(() => {
    latest.current = posts
  })
  useEffect(() => {
    const note = () => {
      const newest = latest.current.find(({ status }) => status === 'COMPLETED')
      if (newest) noteSeen(deviceStorage, event_hash, { newest, seen })
    }
    window.addEventListener('pagehide', note)
    return () => {
      window.removeEventListener('pagehide', note)
      note()
    }
  }, [event_hash, seen])
  return firstSeen(posts, seen)
}
